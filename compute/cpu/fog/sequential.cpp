// fog.cpu.sequential: row 0 of its stage. Weights are added up cell by cell, and the cells sorted.
// Memory: a number a cell, one for 64 points. Cost: one pass over the super-points. Loses to nothing that matters: it is done once. Source: 3D, G.
#include <algorithm>
#include <array>

#include "compute/cpu/network_versions.h"

namespace arete::cpu {

using shared::Vector3;

namespace {

struct Cells {
  Vector3 low, extent;
  std::array<int64_t, 3> along{1, 1, 1};

  int64_t count() const { return along[0] * along[1] * along[2]; }
  double volume() const { return extent.x * extent.y * extent.z; }
  size_t of(const Vector3& place) const {
    int64_t cell = 0;
    for (int k = 0; k < 3; ++k) {
      const auto n = along[size_t(k)];
      cell = cell * n + std::min(n - 1, int64_t((place[k] - low[k]) / extent[k] * double(n)));
    }
    return size_t(cell);
  }
};

}  // namespace

/// The greatest number of cubes along each axis whose side is not below the cube root of the volume: side³ >= volume is what is asked.
static Cells cellsFor(const SuperPoints& points, double wanted) {
  constexpr int64_t kMost = 1 << 20;
  Cells cells{points.places[0], {}};
  Vector3 high = cells.low;
  for (const Vector3& place : points.places)
    for (int k = 0; k < 3; ++k) cells.low.set(k, std::min(cells.low[k], place[k])), high.set(k, std::max(high[k], place[k]));
  cells.extent = high - cells.low;
  const double volume = cells.volume() / wanted;
  for (int k = 0; k < 3 && volume > 0; ++k) {
    int64_t least = 1, most = kMost;  // bisection, as there is no cube root that every machine computes alike
    while (least < most) {
      const int64_t n = (least + most + 1) / 2;
      const double side = cells.extent[k] / double(n);
      if (side * side * side >= volume) least = n;
      else most = n - 1;
    }
    cells.along[size_t(k)] = least;
  }
  return cells;
}

Fog fogSequential(const FogInput& in, const StageContext& context) {
  constexpr int64_t kFewest = 8;
  int64_t weight = 0;
  for (const int64_t each : in.points.weights) weight += each;
  if (weight == 0) return {};
  const Cells cells = cellsFor(in.points, double(weight) / in.rules.fogCell);
  if (cells.count() < kFewest || cells.volume() == 0) return {};
  context.checkStop();
  std::vector<int64_t> weights(size_t(cells.count()));
  for (uint32_t i = 0; i < in.points.size(); ++i) weights[cells.of(in.points.places[i])] += in.points.weights[i];
  const auto middle = weights.begin() + (cells.count() - 1) / 2;
  std::ranges::nth_element(weights, middle);
  const double all = double(*middle) * double(cells.count());
  return {all / cells.volume(), all / double(weight)};
}

}  // namespace arete::cpu
