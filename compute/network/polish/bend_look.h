// How the nodes of a chain see it, and what a bend gets back: the terms of compute/network/polish/bends.h, for threads of CPUs and GPUs.
#pragma once

#include "compute/network/ridge_shift/contract.h"
#include "compute/network/rules/ridge_kernel.h"

namespace arete {

/// `Graph`: degree(node), and for a node with two neighbours onwards(node, before), the one that is not `before`; that of itself is the first one.
template <class Graph>
struct BendLook {
  Graph graph;
  const RidgeNode* nodes;
  const shared::Vector3* places;  ///< of the nodes: where they are now
  double ball, deviations;        ///< of NetworkRules
  int dimension;

  ARETE_HD bool isInChain(uint32_t node) const { return graph.degree(node) == 2; }
  /// How far a node of a chain lies off the kernel's mean of its neighbours on the chain, across the chain.
  ARETE_HD shared::Vector3 taken(uint32_t node) const { return acrossChain(node, places[node] - mean(node, places)); }
  /// The part of the mean of taken() along the chain that is no noise.
  ARETE_HD shared::Vector3 givenBack(uint32_t node, const shared::Vector3* takenOf) const {
    return sure(node, acrossChain(node, mean(node, takenOf)));
  }

 private:
  /// On the way along a chain.
  struct Step {
    uint32_t before, at;
  };

  ARETE_HD double radius(uint32_t node) const { return ball * nodes[node].radius; }
  ARETE_HD double length(uint32_t a, uint32_t b) const { return distance(places[a], places[b]); }
  ARETE_HD uint32_t first(uint32_t node) const { return graph.onwards(node, node); }
  ARETE_HD uint32_t second(uint32_t node) const { return graph.onwards(node, first(node)); }
  ARETE_HD Step next(Step step) const { return {step.at, graph.onwards(step.at, step.before)}; }
  /// Half of the edges that it has on the way.
  ARETE_HD double lengthOf(Step step) const {
    if (!isInChain(step.at)) return length(step.before, step.at) / 2;
    return (length(step.at, first(step.at)) + length(step.at, second(step.at))) / 2;
  }
  /// As a node in a chain sees it: 0 beyond its ball.
  ARETE_HD double weight(uint32_t from, Step step) const {
    const double far = squaredDistance(places[from], places[step.at]) / (radius(from) * radius(from));
    return far >= 1 ? 0 : (1 - far) * (1 - far) * lengthOf(step);
  }
  /// Kernel mean along the chain around a node, over as many nodes on either side.
  ARETE_HD shared::Vector3 mean(uint32_t node, const shared::Vector3* values) const {
    double sum = lengthOf({node, node});
    shared::Vector3 total = values[node] * sum;
    for (Step one{node, first(node)}, other{node, second(node)};; one = next(one), other = next(other)) {
      if (one.at == other.at || one.at == other.before) break;  // all around a ring
      const double ofOne = weight(node, one), ofOther = weight(node, other);
      total = total + (values[one.at] * ofOne + values[other.at] * ofOther), sum += ofOne + ofOther;
      if (ofOne + ofOther == 0 || !isInChain(one.at) || !isInChain(other.at)) break;
    }
    return total * (1 / sum);
  }
  ARETE_HD shared::Vector3 acrossChain(uint32_t node, shared::Vector3 move) const {
    return across(move, unit(places[first(node)] - places[second(node)]));
  }
  ARETE_HD shared::Vector3 sure(uint32_t node, shared::Vector3 move) const {
    const double spread = shared::evenVariance(dimension) * (1 - nodes[node].crest) * radius(node) * radius(node);
    const double chance = deviations * deviations * spread / nodes[node].density, squared = squaredLength(move);
    return squared > chance ? move * (1 - chance / squared) : shared::Vector3{};
  }
};

}  // namespace arete
