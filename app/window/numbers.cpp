#include "app/window/numbers.h"

#include <array>
#include <cmath>

#include "render/overlay.h"

namespace arete {

std::string countText(uint64_t count) {
  constexpr int kDigits = 20;  // all of a 64-bit integer
  return formatNumber(double(count), kDigits);
}

std::string byteText(uint64_t bytes) {
  constexpr std::array kUnits = {" B", " kB", " MB", " GB", " TB"};
  constexpr double kStep = 1000;
  double value = double(bytes);
  size_t unit = 0;
  for (; value >= kStep && unit + 1 < kUnits.size(); ++unit) value /= kStep;
  return formatNumber(value, 3) + kUnits[unit];
}

std::string durationText(double seconds) {
  constexpr double kMinute = 60, kLong = 120;
  if (seconds < 1) return formatNumber(std::round(seconds * 1e4) / 10, 3) + " ms";
  if (seconds < kLong) return formatNumber(seconds, 3) + " s";
  return formatNumber(std::ceil(seconds / kMinute), 3) + " min";
}

}  // namespace arete
