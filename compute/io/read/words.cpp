#include "compute/io/read/words.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <limits>
#include <optional>

#include "compute/core/flag.h"
#include "compute/io/read/number.h"

namespace arete {

double trackNumber(std::string_view name) {
  constexpr uint64_t kOffset = 0xcbf29ce484222325, kPrime = 0x100000001b3, kMix = 0xff51afd7ed558ccd;  // FNV-1a, and the end of MurmurHash3
  constexpr int kFractionBits = 52, kHalf = 32;
  if (name.empty()) return std::numeric_limits<double>::quiet_NaN();
  double number = 0;
  const char* const end = name.data() + name.size();
  if (parseDecimal(name.data(), end, '.', number) == end) return number;
  uint64_t hash = kOffset;
  for (const char c : name) hash = (hash ^ uint8_t(c)) * kPrime;
  hash = (hash ^ hash >> kHalf) * kMix;
  return double((uint64_t(1) << kFractionBits) + (hash >> (64 - kFractionBits)));
}

namespace {

/// Takes `digits` digits off the front, and `then` behind them unless it is 0.
std::optional<int> takeNumber(std::string_view& text, size_t digits, char then) {
  if (text.size() < digits + (then != 0)) return {};
  const auto number = numberFrom<unsigned>(text.substr(0, digits));
  if (!number || (then != 0 && text[digits] != then)) return {};
  text.remove_prefix(digits + (then != 0));
  return int(*number);
}

/// Seconds that the end of a time is behind UTC; nothing when it is none. A time without an end is UTC, as GPX wants.
std::optional<double> zone(std::string_view text) {
  constexpr double kMinute = 60, kHour = 3600;
  if (text.empty() || text == "Z" || text == "z") return 0;
  const char sign = text[0];
  if (sign != '+' && sign != '-') return {};
  text.remove_prefix(1);
  const auto hours = takeNumber(text, 2, ':'), minutes = takeNumber(text, 2, 0);
  if (!hours || !minutes || !text.empty()) return {};
  return (sign == '+' ? 1 : -1) * (*hours * kHour + *minutes * kMinute);
}

}  // namespace

double secondsOf(std::string_view time) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  constexpr int kMostHours = 24, kMostMinutes = 59, kMostSeconds = 60;
  constexpr size_t kDate = 10;
  const char between = time.size() > kDate && time[kDate] == ' ' ? ' ' : 'T';
  const auto year = takeNumber(time, 4, '-'), month = takeNumber(time, 2, '-'), day = takeNumber(time, 2, between);
  const auto hours = takeNumber(time, 2, ':'), minutes = takeNumber(time, 2, ':');
  if (!year || !month || !day || !hours || !minutes || *hours > kMostHours || *minutes > kMostMinutes) return kNone;
  const std::chrono::year_month_day date{std::chrono::year(*year), std::chrono::month(unsigned(*month)), std::chrono::day(unsigned(*day))};
  const size_t end = std::min(time.find_first_not_of("0123456789."), time.size());
  const auto seconds = numberFrom<double>(time.substr(0, end));
  const auto behind = zone(time.substr(end));
  if (!date.ok() || !seconds || *seconds > kMostSeconds || !behind) return kNone;
  const double days = double(std::chrono::sys_days(date).time_since_epoch().count());
  return days * 86'400 + *hours * 3600.0 + *minutes * 60.0 + *seconds - *behind;
}

}  // namespace arete
