// seeds.cpu.prefixes: super-points in the order of their weights, by a radix sort, in doubling prefixes: all threads look for what those still
// free would remove, then these are taken in order. Memory: the grids (compute/network/look/row_grid.h), 24 bytes a super-point, and the places
// around those of a prefix. Cost: a sort, and a ball for each that is free when its prefix begins, about twice those that are taken. Loses to row 0
// for a few hundred super-points. Source: network, step 3.
#include <bit>

#include "compute/core/radix_sort.h"
#include "compute/network/graph/prefix_set.h"
#include "compute/network/look/ball_look.h"
#include "compute/network/seeds/contract.h"

namespace arete::cpu {

std::vector<uint32_t> seedsPrefixes(const SeedsInput& in, const StageContext& context) {
  const SuperPoints& points = in.points;
  uint64_t greatest = 0;
  for (const int64_t weight : points.weights) greatest = std::max(greatest, uint64_t(weight));
  size_t count = 0;
  for (const double radius : in.radii) count += radius != 0;
  Buffer<Keyed<uint64_t>> byWeight(count), spare(count);
  for (uint32_t i = 0, at = 0; i < points.size(); ++i)
    if (in.radii[i] != 0) byWeight[at++] = {greatest - uint64_t(points.weights[i]), i};
  radixSort(byWeight, spare, std::bit_width(greatest), context);
  std::vector<uint32_t> order(count);
  for (size_t at = 0; at < count; ++at) order[at] = byWeight[at].index;

  const double spacing = in.rules.seedSpacing * in.r1;
  const BallLook look(points, spacing, spacing, context);
  return independentSetInPrefixes(
      points.places, order, [&](uint32_t) { return spacing; }, [&](uint32_t) -> const RowGrid& { return look.grid(spacing); }, context);
}

}  // namespace arete::cpu
