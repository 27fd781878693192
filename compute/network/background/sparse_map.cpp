#include "compute/network/background/sparse_map.h"

#include <vector>

namespace arete {

/// Weight per length of a line whose kernel density, in the ball of `ball` · R around a place on it, is that of the node.
static double lineDensity(const RidgeNode& node, const NetworkRules& rules) {
  constexpr double kKernelLength = 16.0 / 15;  // integral of (1 - s^2)^2 from -1 to 1
  return node.density / (kKernelLength * rules.ball * node.radius);
}

namespace {

struct Weights {
  double all = 0, sparse = 0;
};

}  // namespace

bool isSparse(std::span<const RidgeNode> nodes, std::span<const Edge> edges, double r1, const NetworkRules& rules, ThreadPool& threads) {
  constexpr size_t kPiece = 1024;  // of which the sums are added in order, whoever made them
  if (rules.sparseWeight == 0 || edges.empty()) return false;
  std::vector<Weights> pieces((edges.size() + kPiece - 1) / kPiece);
  threads.forEachRange(edges.size(), kPiece, [&](size_t begin, size_t end, int) {
    Weights sum;
    const auto add = [&](const RidgeNode& node, double length) {
      const double density = lineDensity(node, rules), weight = density * length;
      sum.all += weight;
      sum.sparse += density * rules.sparseLength * r1 < rules.sparseWeight ? weight : 0;  // no branch: which nodes are sparse cannot be foretold
    };
    for (const Edge& edge : edges.subspan(begin, end - begin)) {
      const RidgeNode &a = nodes[edge.a], &b = nodes[edge.b];
      const double half = distance(a.place, b.place) / 2;
      add(a, half), add(b, half);
    }
    pieces[begin / kPiece] = sum;
  });
  Weights all;
  for (const Weights& piece : pieces) all.all += piece.all, all.sparse += piece.sparse;
  return all.sparse >= rules.sparseShare * all.all;
}

}  // namespace arete
