// The nodes and edges of a network between two steps, and what of them has not been written into the state of its detection.
#pragma once

#include <span>
#include <vector>

#include "compute/core/large_vector.h"
#include "compute/core/thread_pool.h"
#include "compute/engine/chosen_state.h"
#include "compute/engine/steps.h"
#include "compute/network/ridge_shift/contract.h"

namespace arete {

/// After super-points there are no nodes until begin().
class HeldNetwork {
 public:
  /// Until they change.
  NodesView nodes() const { return {nodes_, kept_}; }
  /// To be moved in place, and owed from then on.
  MovedNodes moved();
  const std::vector<Edge>& edges() const { return *edges_; }
  bool hasNodes() const { return hasNodes_; }
  bool isTree() const { return isTree_; }

  void beginSuperPoints();
  void foundRadii() { owed_.radii = true; }
  /// Nodes at these super-points, as ridgeNodes().
  void begin(const SuperPoints& points, std::span<const double> radii, std::span<const uint32_t> seeds, ThreadPool& threads);
  void foundTree() { isTree_ = owed_.tree = true; }

  /// What is done to nodes and edges, told as a step. Other edges:
  StepDone replaceEdges(std::vector<Edge> edges);
  /// other edges, and nodes without any leave;
  StepDone keepEdges(std::vector<Edge> edges);
  /// only these nodes (ascending) stay, with the edges between them;
  StepDone keep(std::span<const uint32_t> kept);
  /// new nodes come after all others, with the edges that are then there. `superPoints`: how many there are.
  StepDone add(std::span<const RidgeNode> nodes, std::vector<Edge> edges, uint32_t superPoints);

  bool owes() const { return owed_.any(); }
  /// `superPoints`: how many there are.
  StateSize size(uint32_t superPoints) const { return {hasNodes_ ? uint32_t(nodes_.size()) : superPoints, uint32_t(edges_->size())}; }
  /// Writes what is owed.
  void write(ChosenState& state, const SuperPoints& points, const std::vector<double>& radii);
  /// What is owed is lost; super-points that were never written stay.
  void forget() { owed_ = {.superPoints = owesFirst_}; }
  /// Goes on from this state.
  void readFrom(const ChosenState& state);

 private:
  /// What the last steps changed of the state.
  struct Owed {
    bool superPoints = false, radii = false, nodes = false, origin = false, edges = false, tree = false;
    bool any() const { return superPoints || radii || nodes || origin || edges || tree; }
  };

  LargeVector<RidgeNode> nodes_;
  Kept kept_;                             // of the nodes
  Shared<std::vector<uint64_t>> origin_;  // of nodes
  Shared<std::vector<Edge>> edges_;
  bool hasNodes_ = false, isTree_ = false;
  Owed owed_;
  bool owesFirst_ = false;  // the super-points have not been written since they were found
};

}  // namespace arete
