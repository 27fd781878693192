// Which edges of a spanner may close loops: the edges taken so far, and the tests of the next one. Source: network, step 8.
#pragma once

#include <cmath>
#include <vector>

#include "compute/network/graph/way_search.h"
#include "compute/network/spanner/contract.h"

namespace arete::cpu {

/// A pair of nodes that may be joined; the cheapest comes first, then that of the lower indices.
struct Candidate {
  double cost;
  Edge edge;
  friend auto operator<=>(const Candidate&, const Candidate&) = default;
};

class Loops {
 public:
  explicit Loops(const SpannerInput& in) : in_(in), evidence_(in.evidence()), graph_(in.nodes.size()), joined_(in.nodes.size()), ways_(in.nodes) {}

  void take(const Edge& edge);
  /// Whether an edge that closes a loop is taken; `weight`: of its witnesses.
  bool mayClose(const Edge& edge, int64_t weight);
  const NodeGraph& graph() const { return graph_; }

 private:
  bool isWitnessed(const Edge& edge, int64_t weight) const;
  bool isDense(const Edge& edge, int64_t weight) const;
  bool isFarRound(const Edge& edge);

  const SpannerInput& in_;
  const shared::LoopEvidence evidence_;
  NodeGraph graph_;
  std::vector<double> joined_;  // by node, the length of its edges
  WaySearch ways_;
};

}  // namespace arete::cpu
