// local_radius.cpu.rows: radius after radius, the places that have not found theirs yet look into a ball, on all threads. A ball is read in rows of a
// grid of about its size, only until it holds enough; a crowded cell holds enough by itself. Memory: the grids
// (compute/cpu/network/row_grid.h) and 12 bytes a super-point. Cost: one ball each, mostly a few places; isolated places try all balls. Floor:
// reading each place once. Loses to row 0 for a few dozen places. Source: network, step 2; 2D, step 2; 3D, A.
#include <numeric>

#include "compute/cpu/network/ball_look.h"
#include "compute/cpu/network_versions.h"

namespace arete::cpu {

std::vector<double> localRadiusRows(const LocalRadiusInput& in, const StageContext& context) {
  constexpr size_t kGrain = 256;
  const SuperPoints& points = in.points;
  std::vector<double> radii(points.size());
  std::vector<uint32_t> left(points.size());
  std::iota(left.begin(), left.end(), 0u);
  /// Gives this radius to those on the list whose ball holds `wanted`, and takes them off it.
  const auto settle = [&](double radius, int64_t wanted) {
    const BallLook look(points, in.rules.ball * radius, in.rules.ball * radius, context);
    context.device.threads().forEachRange(left.size(), kGrain, [&](size_t begin, size_t end, int) {
      context.checkStop();
      for (size_t p = begin; p < end; ++p) {
        const uint32_t i = left[p];
        if (points.weights[i] >= wanted || look.holds(points.places[i], in.rules.ball * radius, wanted)) radii[i] = radius;
      }
    });
    std::erase_if(left, [&](uint32_t i) { return radii[i] != 0; });
  };
  for (int step = 0; step <= in.rules.radiusSteps && !left.empty(); ++step) {
    const std::optional<int64_t> wanted = weightWantedAt(step, in);
    if (!wanted) return radii;
    settle(steppedRadius(in.r1, step), *wanted);
  }
  if (const auto needed = weightNeededAtLast(in); needed && !left.empty()) settle(steppedRadius(in.r1, in.rules.radiusSteps), *needed);
  return radii;
}

}  // namespace arete::cpu
