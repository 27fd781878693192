#include "ui/numbers.h"

#include <array>
#include <cmath>
#include <span>

#include "compute/text/translate.h"
#include "render/overlay.h"

namespace arete {

static constexpr int kDigits = 3;

std::string formatCount(uint64_t count) {
  constexpr size_t kFewest = 5;  // "1203", but "12 034", as formatNumber does
  std::string text = std::to_string(count);
  if (text.size() < kFewest) return text;
  for (size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, kThinSpace);
  return text;
}

std::string formatCount(uint64_t count, const char* one, const char* many) { return filled(trCount(count, one, many), formatCount(count)); }

/// The number with three digits and the largest prefix that leaves at least one before the point.
static std::string scaled(double value, std::span<const std::string_view> units) {
  size_t unit = 0;
  constexpr double kRoundsUp = 999.5;
  while (value >= kRoundsUp && unit + 1 < units.size()) value /= 1000, ++unit;
  return withUnit(formatNumber(value, kDigits), tr(units[unit]));
}

std::string formatShortCount(uint64_t count) {
  constexpr uint64_t kShortFrom = 100'000;
  static constexpr std::array<std::string_view, 5> kPrefixes = {"", "k", "M", "G", "T"};
  return count < kShortFrom ? formatCount(count) : scaled(double(count), kPrefixes);
}

std::string formatMilliseconds(double milliseconds) {
  if (!std::isfinite(milliseconds)) return "–";
  constexpr double kMicrosecond = 0.001, kShortest = 0.01;
  if (milliseconds >= kMicrosecond && milliseconds < kShortest) return withUnit(formatNumber(milliseconds / kMicrosecond, 2), "µs");
  constexpr double kSecond = 1000, kMinute = 60 * kSecond, kHour = 60 * kMinute;
  if (milliseconds < kMinute) {
    const bool inSeconds = milliseconds >= kSecond;
    const double value = inSeconds ? milliseconds / kSecond : milliseconds;
    return withUnit(formatNumber(value < kMicrosecond ? 0 : value, value < 1 ? 2 : kDigits), inSeconds ? "s" : "ms");
  }
  const bool inHours = milliseconds >= kHour;
  const auto smallUnits = uint64_t(std::llround(milliseconds / (inHours ? kMinute : kSecond)));
  const std::string rest = std::to_string(smallUnits % 60);
  return std::to_string(smallUnits / 60) + (inHours ? " h " : " min ") + (rest.size() < 2 ? "0" : "") + rest + (inHours ? " min" : " s");
}

std::string formatRemaining(double seconds) {
  constexpr double kMinute = 60;
  const bool minutes = seconds > 2 * kMinute;
  return filled(minutes ? tr("%1 min left") : tr("%1 s left"), formatCount(uint64_t(std::ceil(minutes ? seconds / kMinute : seconds))));
}

std::string formatBytes(uint64_t bytes) {
  static constexpr std::array<std::string_view, 5> kUnits = {mark("bytes"), "kB", "MB", "GB", "TB"};
  return scaled(double(bytes), kUnits);
}

std::string withUnit(std::string number, std::string_view unit) {
  if (unit.empty()) return number;
  return number.append(unit == "°" ? "" : " ").append(unit);
}

}  // namespace arete
