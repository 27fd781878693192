#include "compute/engine/direct_radius.h"

#include <charconv>
#include <cmath>
#include <iterator>

namespace arete {

CloudRadius radiusSeen(const PointCloud& cloud, const Job& job, const StageContext& context) {
  return job.function<Stage::radius>()({cloud}, {context.device, context.stop, {}});
}

double roundedRadius(double radius) {
  constexpr int kDigits = 8;
  if (!(radius > 0) || !std::isfinite(radius)) return radius;
  int exponent = 0;
  const double part = std::frexp(radius, &exponent);
  return std::ldexp(std::round(std::ldexp(part, kDigits)), exponent - kDigits);
}

/// Two digits are enough to look for the place in a plot.
static std::string shortText(double radius) {
  constexpr int kDigits = 2;
  char text[32];
  return {text, std::to_chars(text, std::end(text), radius, std::chars_format::general, kDigits).ptr};
}

static std::string reasonOf(const CloudRadius& seen) {
  if (seen.sign == RadiusSign::sheets)
    return "Up to a radius of " + shortText(seen.sheets) + " the cloud looks like a surface; R1 follows from how wide it is there.";
  if (seen.twoScales)
    return "Fine curves lie beside wide ones; R1 follows from how far points spread across the fine ones, and places of a wide one look across it.";
  return "From a radius of " + shortText(seen.curve) + " on the cloud looks like curves; R1 follows from how far its points spread there.";
}

bool looksLikeCurves(const CloudRadius& seen) {
  constexpr double kFew = 0.3;
  return seen.sign == RadiusSign::curves && seen.linear >= kFew;
}

/// Empty where there is none.
static std::string doubtOf(const CloudRadius& seen) {
  constexpr double kWider = 4;
  if (seen.sign != RadiusSign::curves) return {};
  if (seen.widest > kWider * seen.r1 && !seen.twoScales)
    return "Parts of the cloud are far wider than others: try R1 " + shortText(1.5 * seen.widest) + " for these.";
  if (!looksLikeCurves(seen)) return "At no radius do many places look like curves: compare other R1 (arete-cli sweep, Shift+R in the window).";
  return {};
}

std::optional<RadiusSuggestion> suggestionOf(const CloudRadius& seen) {
  if (!(seen.r1 > 0)) return {};
  return RadiusSuggestion{.r1 = roundedRadius(seen.r1), .reason = reasonOf(seen), .doubt = doubtOf(seen), .followWidths = seen.twoScales};
}

}  // namespace arete
