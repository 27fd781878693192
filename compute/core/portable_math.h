// Sine, cosine, logarithm and exponential from + − × ÷ √ and integer operations only: the same bits on every machine, compiler and C library.
// Taylor series on reduced arguments, so every coefficient explains itself. Measured against libm in tests/core/portable_math_test.cpp.
#pragma once

#include <bit>
#include <cstdint>

#include "compute/core/host_device.h"

namespace arete::shared {

struct SinCos {
  double sin = 0, cos = 1;
};

/// sin r and cos r for |r| ≤ π/4 (the first omitted terms are below 2^-60), turned on by `quarters` quarter turns.
ARETE_HD SinCos sinCosReduced(double r, int64_t quarters) {
  constexpr int kLastTerm = 17;
  const double square = r * r;
  double sinRest = 1, cosRest = 1;  // x − x³/3! + … = x (1 − x²/(2·3) (1 − x²/(4·5) (…))), and likewise for the cosine
  for (int k = kLastTerm; k >= 3; k -= 2) {
    sinRest = 1 - square * (1.0 / double(k * (k - 1))) * sinRest;
    cosRest = 1 - square * (1.0 / double((k - 1) * (k - 2))) * cosRest;
  }
  const double sine = r * sinRest, cosine = cosRest;
  switch (quarters & 3) {
    case 0: return {sine, cosine};
    case 1: return {cosine, -sine};
    case 2: return {-sine, -cosine};
    default: return {-cosine, sine};
  }
}

/// Nearest integer for |x| < 2^62; halves are rounded away from zero.
ARETE_HD int64_t nearestInteger(double x) { return static_cast<int64_t>(x < 0 ? x - 0.5 : x + 0.5); }

/// Sine and cosine of an angle in radians, |x| ≤ 10^5. Absolute error below 3e-16, relative below 1e-14 away from zeros of the result.
ARETE_HD SinCos sinCos(double x) {
  constexpr double kQuartersPerRadian = 0.63661977236758138243;
  constexpr double kHigh = 0x1.921fb54400000p+0, kLow = 0x1.0b4611a626331p-34;  // π/2: 33 bits, so that kHigh · quarters is exact, and the rest
  const int64_t quarters = nearestInteger(x * kQuartersPerRadian);
  return sinCosReduced((x - double(quarters) * kHigh) - double(quarters) * kLow, quarters);
}

/// Sine and cosine of an angle in full turns: 2π·turns.
ARETE_HD SinCos sinCosTurns(double turns) {
  constexpr double kRadiansPerQuarter = 1.57079632679489661923;
  const int64_t quarters = nearestInteger(turns * 4);
  return sinCosReduced((turns * 4 - double(quarters)) * kRadiansPerQuarter, quarters);
}

/// Natural logarithm of a positive normal number, relative error below 1e-15.
ARETE_HD double naturalLog(double x) {
  constexpr uint64_t kFractionBits = 52, kFraction = (uint64_t(1) << kFractionBits) - 1, kBias = 1023;
  constexpr double kRoot2 = 1.41421356237309504880, kLn2High = 0x1.62e42fee00000p-1, kLn2Low = 0x1.a39ef35793c76p-33;
  constexpr int kLastTerm = 23;
  const auto bits = std::bit_cast<uint64_t>(x);
  auto exponent = static_cast<int64_t>(bits >> kFractionBits) - int64_t(kBias);
  double mantissa = std::bit_cast<double>((bits & kFraction) | (kBias << kFractionBits));
  if (mantissa > kRoot2) {
    mantissa = mantissa * 0.5;
    ++exponent;
  }
  const double f = (mantissa - 1) / (mantissa + 1), square = f * f;  // ln m = 2 artanh f = 2 (f + f³/3 + f⁵/5 + …), |f| < 0.172
  double sum = 0;
  for (int k = kLastTerm; k >= 3; k -= 2) sum = (sum + 1 / double(k)) * square;
  return double(exponent) * kLn2High + (double(exponent) * kLn2Low + (2 * f + 2 * f * sum));
}

/// e^x for x ≤ 709, within 2 units in the last place; 0 below −708, where the result would be no normal number.
ARETE_HD double exponential(double x) {
  constexpr double kLowest = -708, kPowersOf2PerUnit = 1.44269504088896340736, kLn2High = 0x1.62e42fee00000p-1, kLn2Low = 0x1.a39ef35793c76p-33;
  constexpr int kLastTerm = 14, kFractionBits = 52, kBias = 1023;
  if (!(x >= kLowest)) return 0;
  const int64_t power = nearestInteger(x * kPowersOf2PerUnit);
  const double high = x - double(power) * kLn2High, low = double(power) * kLn2Low, r = high - low;  // |r| ≤ ln 2 / 2
  double sum = 1;  // of e^r = 1 + r + r²/2 · sum, sum = 1 + r/3 (1 + r/4 (…))
  for (int k = kLastTerm; k >= 3; --k) sum = 1 + r * (1 / double(k)) * sum;
  const double result = 1 + (high + (r * r * 0.5 * sum - low));
  const int64_t half = power / 2;  // in two steps, as 2^1023 is the largest power
  const auto powerOf2 = [](int64_t exponent) { return std::bit_cast<double>(static_cast<uint64_t>(exponent + kBias) << kFractionBits); };
  return result * powerOf2(half) * powerOf2(power - half);
}

}  // namespace arete::shared
