// seeds.cpu.sequential: row 0 of its stage. The heaviest free super-point is taken, and its surroundings are crossed out.
// Memory: a grid and a flag per super-point. Cost: a sort, and a ball for each one taken. Loses to rounds on several threads, in which all those
// are taken that come before all their neighbours. Source: network, step 3.
#include <numeric>

#include "compute/network/graph/independent_set.h"
#include "compute/network/seeds/contract.h"

namespace arete::cpu {

std::vector<uint32_t> seedsSequential(const SeedsInput& in, const StageContext& context) {
  std::vector<uint32_t> order(in.points.size());
  std::iota(order.begin(), order.end(), 0u);
  std::erase_if(order, [&](uint32_t i) { return in.radii[i] == 0; });
  std::ranges::stable_sort(order, std::ranges::greater(), [&](uint32_t i) { return in.points.weights[i]; });
  const double spacing = in.rules.seedSpacing * in.r1;
  return independentSet(
      in.points.places, in.points.dimension, order, [&](uint32_t) { return spacing; }, spacing, spacing, context);
}

}  // namespace arete::cpu
