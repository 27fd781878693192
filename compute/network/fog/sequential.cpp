// fog.cpu.sequential: row 0 of its stage. Weights are added up cell by cell, and the cells sorted.
// Memory: a number a cell, one for 64 points. Cost: one pass over the super-points. Loses to nothing that matters: it is done once. Source: 3D, G.
#include <algorithm>

#include "compute/network/fog/contract.h"

namespace arete::cpu {

using shared::Vector3;

Fog fogSequential(const FogInput& in, const StageContext& context) {
  int64_t weight = 0;
  for (const int64_t each : in.points.weights) weight += each;
  if (weight == 0) return {};
  Vector3 low = in.points.places[0], high = low;
  for (const Vector3& place : in.points.places)
    for (int k = 0; k < 3; ++k) low.set(k, std::min(low[k], place[k])), high.set(k, std::max(high[k], place[k]));
  const FogCells cells = fogCells(low, high, double(weight) / in.rules.fogCell);
  if (!cells.saySomething()) return {};
  context.checkStop();
  std::vector<int64_t> weights(size_t(cells.count()));
  for (uint32_t i = 0; i < in.points.size(); ++i) weights[size_t(cells.of(in.points.places[i]))] += in.points.weights[i];
  const auto middle = weights.begin() + (cells.count() - 1) / 2;
  std::ranges::nth_element(weights, middle);
  const double all = double(*middle) * double(cells.count());
  return {all / cells.volume(), all / double(weight)};
}

}  // namespace arete::cpu
