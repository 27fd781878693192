// bridges.cpu.sequential: row 0 of its stage. All that might be built are listed, and gone through shortest first.
// Memory: the graph, a grid of the nodes, the bridges that might be. Cost: a ball for each end, and a search of the ways for each that would close a
// loop. Loses to a thread an end where there are many. Source: network, step 11.
#include <algorithm>

#include "compute/cpu/network/ball_grid.h"
#include "compute/cpu/network/way_search.h"
#include "compute/cpu/network_versions.h"
#include "compute/cpu/quality/union_find.h"

namespace arete::cpu {

using shared::Vector3;

namespace {

struct Bridge {
  double rank;
  uint32_t end, node;
  friend auto operator<=>(const Bridge&, const Bridge&) = default;
};

class Bridges {
 public:
  explicit Bridges(const BridgesInput& in) : in_(in), graph_(in.nodes.size(), in.edges) {}

  void build(const StageContext& context);
  std::vector<Edge> edges() const { return graph_.edges(); }

 private:
  static constexpr size_t kBehind = 3;

  std::vector<Bridge> possible() const;
  std::optional<Bridge> bridge(uint32_t end, uint32_t node) const;
  bool pointsTo(uint32_t end, uint32_t node, double& cosine) const;
  bool isEnd(uint32_t node) const { return graph_.degree(node) == 1; }

  const BridgesInput& in_;
  NodeGraph graph_;
};

bool Bridges::pointsTo(uint32_t end, uint32_t node, double& cosine) const {
  const Vector3 direction = outwards(branchOfEnd(graph_, in_.nodes, end), in_.nodes, kBehind);
  cosine = dot(direction, unit(in_.nodes[node].place - in_.nodes[end].place));
  return cosine >= in_.rules.bridgeCone;
}

std::optional<Bridge> Bridges::bridge(uint32_t end, uint32_t node) const {
  const double length = inRadii(in_.nodes[end], in_.nodes[node]);
  const double inOwn = distance(in_.nodes[end].place, in_.nodes[node].place) / in_.nodes[end].radius;
  double cosine = 0, back = 0;
  if (length == 0 || graph_.has(end, node) || !pointsTo(end, node, cosine)) return {};
  const bool isEndToEnd = isEnd(node) && pointsTo(node, end, back);
  if (std::max(length, inOwn) > (isEndToEnd ? in_.rules.bridgeEnds : in_.rules.bridgeNode)) return {};
  return Bridge{length * (2 - cosine), end, node};
}

std::vector<Bridge> Bridges::possible() const {
  std::vector<Vector3> places;
  double largest = in_.r1;
  for (const RidgeNode& node : in_.nodes) places.push_back(node.place), largest = std::max(largest, node.radius);
  const double longest = std::max(in_.rules.bridgeEnds, in_.rules.bridgeNode);
  if (longest <= 0) return {};  // none are wanted
  const BallGrid grid(places, in_.dimension, longest * in_.r1, longest * largest);
  std::vector<Bridge> all;
  for (uint32_t end = 0; end < in_.nodes.size(); ++end) {
    if (!isEnd(end)) continue;
    const double reach = longest * in_.nodes[end].radius;
    grid.visitBall(places[end], reach, [&](uint32_t node, double) {
      if (node == end || graph_.degree(node) == 0) return;
      if (const auto found = bridge(end, node)) all.push_back(*found);
    });
  }
  std::ranges::sort(all);
  return all;
}

void Bridges::build(const StageContext& context) {
  UnionFind pieces(in_.nodes.size());
  for (const Edge& edge : in_.edges) pieces.join(edge.a, edge.b);
  WaySearch ways(in_.nodes);
  for (const Bridge& bridge : possible()) {
    context.checkStop();
    const auto [rank, end, node] = bridge;
    if (!isEnd(end)) continue;  // has its bridge
    if (pieces.find(end) == pieces.find(node)) {
      const double round = in_.rules.bridgeGirth - inRadii(in_.nodes[end], in_.nodes[node]);
      if (!in_.rules.bridgeLoops || ways.way(graph_, end, node, round) != WaySearch::kFar) continue;
    }
    graph_.add(end, node);
    pieces.join(end, node);
  }
}

}  // namespace

std::vector<Edge> bridgesSequential(const BridgesInput& in, const StageContext& context) {
  if (in.edges.empty()) return {};
  Bridges bridges(in);
  bridges.build(context);
  return bridges.edges();
}

}  // namespace arete::cpu
