#include "render/overlay.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace arete {

/// Digits before the point in groups of three, from five digits on.
static std::string grouped(const std::string& digits) {
  constexpr size_t kGroup = 3, kFewest = 5;
  if (digits.size() < kFewest) return digits;
  std::string result;
  for (size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % kGroup == 0) result += "\u2009";
    result += digits[i];
  }
  return result;
}

std::string formatNumber(double value, int digits) {
  if (std::isnan(value)) return "–";
  if (std::isinf(value)) return value > 0 ? "∞" : "−∞";
  constexpr int kMostDigits = 17, kLargestPlain = 15, kSmallestPlain = -5;
  digits = std::clamp(digits, 1, kMostDigits);
  char text[64];
  std::snprintf(text, sizeof text, "%.*e", digits - 1, std::abs(value));
  const int exponent = value == 0 ? 0 : std::atoi(std::find(text, text + sizeof text, 'e') + 1);
  std::string result, tail;
  if (exponent > kLargestPlain || exponent < kSmallestPlain) {
    result.assign(text, std::find(text, text + sizeof text, 'e'));
    tail = std::string("e").append(std::to_string(exponent));
  } else {
    std::snprintf(text, sizeof text, "%.*f", std::max(digits - 1 - exponent, 0), std::abs(value));
    result = text;
  }
  for (char& c : result)
    if (c == ',') c = '.';  // in any locale
  const size_t point = std::min(result.find('.'), result.size());
  std::string fraction = result.substr(point);
  while (!fraction.empty() && (fraction.back() == '0' || fraction.back() == '.')) {
    const bool wasPoint = fraction.back() == '.';
    fraction.pop_back();
    if (wasPoint) break;
  }
  const std::string number = grouped(result.substr(0, point)) + fraction + tail;
  return value < 0 && number != "0" ? std::string("−").append(number) : number;
}

std::string AxisWords::name(int cloudAxis) const {
  if (size_t(cloudAxis) < names.size()) return names[size_t(cloudAxis)];
  return std::string("x").append(std::to_string(cloudAxis + 1));
}

std::string AxisWords::unit(int cloudAxis) const { return size_t(cloudAxis) < units.size() ? units[size_t(cloudAxis)] : std::string(); }

std::string AxisWords::title(int cloudAxis) const { return name(cloudAxis) + (unit(cloudAxis).empty() ? "" : ", " + unit(cloudAxis)); }

double niceStep(double value) {
  const double power = std::pow(10, std::floor(std::log10(value)));
  constexpr double kRounding = 1 + 1e-9;
  for (const double mantissa : {5.0, 2.0})
    if (mantissa * power <= value * kRounding) return mantissa * power;
  return power;
}

}  // namespace arete
