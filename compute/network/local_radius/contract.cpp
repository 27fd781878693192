#include "compute/network/local_radius/contract.h"

#include <algorithm>
#include <cmath>

namespace arete {

std::optional<int64_t> weightWantedAt(int step, const LocalRadiusInput& in) {
  constexpr double kBall = 4 * 3.141592653589793 / 3;
  if (in.fog <= 0) return in.rules.weightWanted;
  const double radius = in.rules.ball * steppedRadius(in.r1, step), strewn = in.fog * kBall * radius * radius * radius;
  const double beyondFog = strewn + in.rules.fogDeviations * std::sqrt(strewn) + in.rules.fogOffset;
  if (step > 0 && beyondFog > double(in.rules.weightWanted)) return {};
  return std::max(in.rules.weightWanted, int64_t(std::ceil(std::min(beyondFog, 0x1p62))));
}

std::optional<int64_t> weightNeededAtLast(const LocalRadiusInput& in) { return in.fog > 0 ? std::nullopt : std::optional(in.rules.weightNeeded); }

}  // namespace arete
