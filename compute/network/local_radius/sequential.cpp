// local_radius.cpu.sequential: row 0 of its stage. Each ball is counted anew, from the smallest on.
// Memory: a grid. Cost: for each super-point the places in its balls; a crowded one tries one ball, an isolated one all. Loses where many are
// isolated. Source: network, step 2; 2D, step 2; 3D, G.
#include "compute/network/local_radius/contract.h"
#include "compute/network/look/kernel_look.h"

namespace arete::cpu {

static double localRadius(const KernelLook& look, const LocalRadiusInput& in, uint32_t point) {
  int64_t held = 0;
  for (int step = 0; step <= in.rules.radiusSteps; ++step) {
    const double radius = steppedRadius(in.r1, step);
    const std::optional<int64_t> wanted = weightWantedAt(step, in);
    if (!wanted) return 0;
    held = look.weight(in.points.places[point], in.rules.ball * radius);
    if (held >= *wanted) return radius;
  }
  const std::optional<int64_t> needed = weightNeededAtLast(in);
  return needed && held >= *needed ? steppedRadius(in.r1, in.rules.radiusSteps) : 0;
}

std::vector<double> localRadiusSequential(const LocalRadiusInput& in, const StageContext& context) {
  const KernelLook look(in.points, in.rules.ball * in.r1, in.rules.ball * steppedRadius(in.r1, in.rules.radiusSteps), context);
  StopTicker tick(context);
  std::vector<double> radii(in.points.size());
  for (uint32_t i = 0; i < in.points.size(); ++i) tick(), radii[i] = localRadius(look, in, i);
  return radii;
}

}  // namespace arete::cpu
