#include "compute/engine/steady_radii.h"

#include <algorithm>
#include <array>

#include "compute/core/number_text.h"
#include "compute/engine/radius_sweep.h"

namespace arete {

bool areAlike(const Curve& one, const Curve& other) {
  constexpr int64_t kParts = 10;
  const auto counts = [](const Curve& curve) { return std::array<int64_t, 4>{curve.components, curve.loops, curve.ends, curve.junctions}; };
  return std::ranges::equal(counts(one), counts(other), [](int64_t a, int64_t b) { return kParts * std::abs(a - b) <= a; });
}

void findSteady(std::span<SweepPoint> points) {
  for (size_t i = 0; i < points.size(); ++i) {
    const auto isLike = [&](size_t other) { return areAlike(points[i].frame->curve, points[other].frame->curve); };
    size_t first = i, last = i;
    while (first > 0 && isLike(first - 1)) --first;
    while (last + 1 < points.size() && isLike(last + 1)) ++last;
    points[i].steady = {points[first].r1, points[last].r1};
  }
}

std::string steadyText(std::span<const SweepPoint> points, double r1) {
  constexpr int kDigits = 3;
  const auto at = std::ranges::find(points, r1, &SweepPoint::r1);
  if (at == points.end()) return {};
  const std::string counts = "components, loops, ends and junctions", radius = numberText(r1, kDigits);
  if (at->steady.from == at->steady.to) return "At every other radius of these, " + counts + " differ from those at R1 " + radius + ".";
  return "From R1 " + numberText(at->steady.from, kDigits) + " to " + numberText(at->steady.to, kDigits) + ", " + counts + " stay as at " + radius +
         ", within a tenth.";
}

}  // namespace arete
