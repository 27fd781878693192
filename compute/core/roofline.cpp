#include "compute/core/roofline.h"

#include "compute/core/number_text.h"

namespace arete {

Roof roofOf(const Speed& peak, Scalar scalar, Backend backend) {
  const double ofSingles = scalar == Scalar::float32 ? 1 : backend == Backend::cpu ? 0.5 : 0;
  return {peak.operationsPerSecond * ofSingles, peak.bytesPerSecond};
}

std::string Roofline::boundOf(const RooflineDot& dot) const {
  constexpr double kNear = 0.5;       // of the roof: nothing else takes as long as this limit
  constexpr double kStart_ms = 0.02;  // threads or a kernel begin and end
  constexpr int kPercentDigits = 2, kDigits = 3;
  if (!cost.isKnown()) return "It cannot be told what bounds it: there is no model of what this stage costs.";
  if (!roof.isKnown()) return "It cannot be told what bounds it: the speed of this device with such numbers is not known.";
  const double share = shareOf(dot), least_ms = dot.milliseconds * share;
  if (share > 1) return "It leaves pairs out: comparing all of them would take at least " + numberText(least_ms, kDigits) + " ms on this device.";
  if (least_ms < kStart_ms)
    return "It cannot be told what bounds it: the work is so small that beginning and ending it takes as long. Try more points.";
  const bool byMemory = cost.operationsPerByte() < roof.ridge();
  const std::string percent = numberText(100 * share, kPercentDigits);
  if (share >= kNear) return std::string("Bound by ") + (byMemory ? "memory" : "operations") + ": it reaches " + percent + " % of the most.";
  return "It reaches " + percent + " % of the most, so neither memory nor operations bound it alone. Times cannot tell what does.";
}

}  // namespace arete
