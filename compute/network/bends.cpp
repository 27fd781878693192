#include "compute/stages/bends.h"

#include <cmath>
#include <vector>

#include "compute/network/node_graph.h"
#include "compute/shared/ridge_kernel.h"

namespace arete {

using shared::Vector3;

namespace {

/// On the way along a chain.
struct Step {
  uint32_t before, at;
};

class Bends {
 public:
  Bends(const SuperPoints& points, std::span<const Edge> edges, std::span<const RidgeNode> nodes, const NetworkRules& rules)
      : points_(points), nodes_(nodes), rules_(rules), graph_(nodes.size(), edges) {}

  /// Where every node goes.
  std::vector<Vector3> places(ThreadPool& threads) const;

 private:
  bool isInChain(uint32_t node) const { return graph_.degree(node) == 2; }
  double radius(uint32_t node) const { return rules_.ball * nodes_[node].radius; }
  double length(uint32_t a, uint32_t b) const { return distance(nodes_[a].place, nodes_[b].place); }
  /// Half of the edges that it has on the way.
  double lengthOf(Step step) const;
  /// As a node in a chain sees it: 0 beyond its ball.
  double weight(uint32_t from, Step step) const;
  Step next(Step step) const;
  /// Kernel mean along the chain around a node, over as many nodes on either side.
  Vector3 mean(uint32_t node, std::span<const Vector3> values) const;
  Vector3 acrossChain(uint32_t node, Vector3 move) const;
  /// The part of a move that is no noise.
  Vector3 sure(uint32_t node, Vector3 move) const;

  const SuperPoints& points_;
  std::span<const RidgeNode> nodes_;
  const NetworkRules& rules_;
  const ShrinkingGraph graph_;
};

double Bends::lengthOf(Step step) const {
  if (!isInChain(step.at)) return length(step.before, step.at) / 2;
  return (length(step.at, graph_.neighbours(step.at)[0]) + length(step.at, graph_.neighbours(step.at)[1])) / 2;
}

double Bends::weight(uint32_t from, Step step) const {
  const double far = squaredDistance(nodes_[from].place, nodes_[step.at].place) / (radius(from) * radius(from));
  return far >= 1 ? 0 : (1 - far) * (1 - far) * lengthOf(step);
}

Step Bends::next(Step step) const {
  const auto both = graph_.neighbours(step.at);
  return {step.at, both[0] == step.before ? both[1] : both[0]};
}

Vector3 Bends::mean(uint32_t node, std::span<const Vector3> values) const {
  double sum = lengthOf({node, node});
  Vector3 total = values[node] * sum;
  for (Step one{node, graph_.neighbours(node)[0]}, other{node, graph_.neighbours(node)[1]};; one = next(one), other = next(other)) {
    if (one.at == other.at || one.at == other.before) break;  // all around a ring
    const double ofOne = weight(node, one), ofOther = weight(node, other);
    total = total + (values[one.at] * ofOne + values[other.at] * ofOther), sum += ofOne + ofOther;
    if (ofOne + ofOther == 0 || !isInChain(one.at) || !isInChain(other.at)) break;
  }
  return total * (1 / sum);
}

Vector3 Bends::acrossChain(uint32_t node, Vector3 move) const {
  const auto both = graph_.neighbours(node);
  return across(move, unit(nodes_[both[0]].place - nodes_[both[1]].place));
}

Vector3 Bends::sure(uint32_t node, Vector3 move) const {
  const RidgeNode& seen = nodes_[node];
  const double spread = shared::evenVariance(points_.dimension) * (1 - seen.crest) * radius(node) * radius(node);
  const double chance = rules_.bendDeviations * rules_.bendDeviations * spread / seen.density, squared = squaredLength(move);
  return squared > chance ? move * (1 - chance / squared) : Vector3{};
}

std::vector<Vector3> Bends::places(ThreadPool& threads) const {
  constexpr size_t kGrain = 512;
  const auto forChains = [&](const auto& look) {
    threads.forEachRange(nodes_.size(), kGrain, [&](size_t begin, size_t end, int) {
      for (auto node = uint32_t(begin); node < end; ++node)
        if (isInChain(node)) look(node);
    });
  };
  std::vector<Vector3> places, taken(nodes_.size());
  for (const RidgeNode& node : nodes_) places.push_back(node.place);
  forChains([&](uint32_t node) { taken[node] = acrossChain(node, places[node] - mean(node, places)); });
  std::vector<Vector3> moved = places;
  forChains([&](uint32_t node) { moved[node] = points_.held(places[node] + sure(node, acrossChain(node, mean(node, taken)))); });
  return moved;
}

}  // namespace

uint32_t restoreBends(const SuperPoints& points, std::span<const Edge> edges, std::span<RidgeNode> nodes, const NetworkRules& rules,
                      ThreadPool& threads) {
  if (!rules.bends) return 0;
  const std::vector<Vector3> places = Bends(points, edges, nodes, rules).places(threads);
  uint32_t moved = 0;
  for (size_t i = 0; i < nodes.size(); ++i) {
    moved += places[i] != nodes[i].place;
    nodes[i].place = places[i];
  }
  return moved;
}

}  // namespace arete
