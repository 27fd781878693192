#include "compute/engine/held_network.h"

#include <algorithm>

#include "compute/engine/network_state.h"

namespace arete {

void HeldNetwork::beginSuperPoints() {
  hasNodes_ = isTree_ = false;
  edges_ = {};
  owed_ = {.superPoints = owesFirst_ = true};
}

void HeldNetwork::begin(const SuperPoints& points, std::span<const double> radii, std::span<const uint32_t> seeds, ThreadPool& threads) {
  constexpr size_t kGrain = 1024;
  nodes_.resize(seeds.size()), kept_ = {};
  threads.forEachRange(seeds.size(), kGrain, [&](size_t first, size_t last, int) {
    for (size_t i = first; i < last; ++i) nodes_[i] = ridgeNode(points, radii, seeds[i]);
  });
  origin_ = std::vector<uint64_t>(seeds.begin(), seeds.end());
  hasNodes_ = true;
  owed_ = {.nodes = true, .origin = true};
}

MovedNodes HeldNetwork::moved() {
  kept_ = {};
  owed_.nodes = true;
  return {nodes_, kept_};
}

StepDone HeldNetwork::replaceEdges(std::vector<Edge> edges) {
  if (edges == *edges_) return {};
  edges_ = std::move(edges);
  owed_.edges = true;
  return {.altered = uint32_t(std::max<size_t>(edges_->size(), 1))};
}

StepDone HeldNetwork::keepEdges(std::vector<Edge> edges) {
  StepDone done{.altered = edges == *edges_ ? 0 : uint32_t(std::max(edges_->size(), edges.size()))};
  std::vector<uint8_t> joined(nodes_.size());
  for (const Edge& edge : edges) joined[edge.a] = joined[edge.b] = 1;
  std::vector<uint32_t> kept;
  kept.reserve(nodes_.size());
  for (uint32_t i = 0; i < nodes_.size(); ++i)
    if (joined[i] != 0) kept.push_back(i);
  replaceEdges(std::move(edges));
  done.removed = keep(kept).removed;
  return done;
}

StepDone HeldNetwork::keep(std::span<const uint32_t> kept) {
  const auto count = uint32_t(nodes_.size()), removed = uint32_t(count - kept.size());
  if (removed == 0) return {};
  uint32_t stay = 0;
  while (stay < kept.size() && kept[stay] == stay) ++stay;
  for (uint32_t i = stay; i < kept.size(); ++i) nodes_[i] = nodes_[kept[i]];
  nodes_.resize(kept.size());
  kept_ = {};
  origin_ = picked(*origin_, kept), edges_ = edgesBetween(kept, count, *edges_);
  owed_.nodes = owed_.origin = owed_.edges = true;
  return {.removed = removed};
}

StepDone HeldNetwork::add(std::span<const RidgeNode> nodes, std::vector<Edge> edges, uint32_t superPoints) {
  if (nodes.empty() && edges == *edges_) return {};
  for (size_t i = 0; i < nodes.size(); ++i) origin_.edit().push_back(superPoints + nodes_.size() + i);  // no super-point's
  nodes_.insert(nodes_.end(), nodes.begin(), nodes.end());
  kept_ = {};
  edges_ = std::move(edges);
  owed_.nodes = owed_.origin = owed_.edges = true;
  return {.altered = uint32_t(std::max<size_t>(nodes.size(), 1))};
}

void HeldNetwork::write(ChosenState& state, const SuperPoints& points, const std::vector<double>& radii) {
  if (owed_.superPoints) state = stateOf(points);
  if (owed_.radii) putColumn(state, NodeColumn::radius, radii);
  if (owed_.nodes) {
    if (state.column(NodeColumn::still) == nullptr) state.columns.clear();  // those of super-points
    putNodes(state, nodes_, points.dimension);
  }
  if (isTree_ && (owed_.nodes || owed_.tree)) putColumn(state, NodeColumn::tree, std::vector<double>(nodes_.size(), 1));
  if (owed_.origin) state.origin = origin_;
  if (owed_.edges) state.edges = edges_;
  owed_ = {}, owesFirst_ = false;
}

void HeldNetwork::readFrom(const ChosenState& state) {
  forget();
  edges_ = state.edges, origin_ = state.origin;
  hasNodes_ = state.column(NodeColumn::still) != nullptr;
  isTree_ = state.column(NodeColumn::tree) != nullptr;
  if (!hasNodes_) return;
  const std::vector<RidgeNode> nodes = nodesOf(state);
  nodes_.assign(nodes.begin(), nodes.end()), kept_ = {};
}

}  // namespace arete
