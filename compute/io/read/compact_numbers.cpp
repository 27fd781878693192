#include "compute/io/read/compact_numbers.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

#include "compute/core/scalar_type.h"

namespace arete {

static constexpr int kLargestExponent = 17;
static constexpr std::array<double, kLargestExponent + 1> kPowers = {1e0, 1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,
                                                                     1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17};
static constexpr double kLargestInteger = 0x1p51;  // of the integers m
static constexpr double kRounder = 0x1.8p52;       // adding it to a smaller number leaves no room for a fraction

// After the distances: numbers that are no such decimals, each with its place.
static constexpr size_t kExceptionBytes = sizeof(double) + sizeof(uint16_t);

std::byte* CompactNumbers::room(size_t bytes, Block& block) {
  if (slabs_.empty() || endInSlab_ + bytes > kSlabBytes) {
    slabs_.emplace_back(kSlabBytes);
    endInSlab_ = 0;
  }
  block.slab = released_ + slabs_.size() - 1;
  block.at = endInSlab_;
  endInSlab_ += bytes;
  return slabs_.back().bytes() + block.at;
}

static bool sameBits(double a, double b) { return std::bit_cast<uint64_t>(a) == std::bit_cast<uint64_t>(b); }

/// Whether x is m · 10^-e; gives m as a double.
static bool isDecimal(double x, double power, double& integer) {
  const double scaled = x * power;
  integer = scaled + kRounder - kRounder;
  return std::abs(scaled) <= kLargestInteger && sameBits(integer / power, x);
}

static int exponentOf(double x) {
  double integer;
  for (int e = 0; e <= kLargestExponent; ++e)
    if (isDecimal(x, kPowers[size_t(e)], integer)) return e;
  return -1;
}

/// The number of decimals that most of a sample of the numbers need; −1 where most are no decimals.
static int exponentOf(std::span<const double> values) {
  constexpr size_t kLooks = 32;
  int most = 0;
  size_t looks = 0, none = 0;
  for (size_t i = 0; i < values.size(); i += std::max<size_t>(values.size() / kLooks, 1), ++looks) {
    const int exponent = exponentOf(values[i]);
    none += exponent < 0;
    most = std::max(most, exponent);
  }
  return none * 8 > looks ? -1 : most;
}

bool CompactNumbers::appendFloats(std::span<const double> values) {
  const double* const from = values.data();
  uint64_t differs = 0;
  for (size_t i = 0; i < values.size(); ++i) differs |= std::bit_cast<uint64_t>(from[i]) ^ std::bit_cast<uint64_t>(double(float(from[i])));
  if (differs != 0) return false;
  Block block{.form = Form::floats, .count = uint16_t(values.size())};
  std::byte* to = room(values.size() * sizeof(float), block);
  for (size_t i = 0; i < values.size(); ++i) {
    const float x = float(from[i]);
    std::memcpy(to + i * sizeof x, &x, sizeof x);
  }
  blocks_.push_back(block);
  return true;
}

/// Of the numbers that fit, as integers m: how many there are, the smallest and the largest.
struct CompactNumbers::Integers {
  std::array<double, kBlock> m;
  std::array<uint64_t, kBlock> fits;  // 1 or 0: as wide as the numbers, for vector registers
  size_t fitting = 0;
  double low = kLargestInteger, high = -kLargestInteger;

  Integers(const double* values, size_t count, double power) {
    double* const integers = m.data();
    uint64_t* const each = fits.data();
    for (size_t i = 0; i < count; ++i) {
      const double scaled = values[i] * power, integer = scaled + kRounder - kRounder;
      each[i] =
          uint64_t(std::abs(scaled) <= kLargestInteger) & uint64_t(std::bit_cast<uint64_t>(integer / power) == std::bit_cast<uint64_t>(values[i]));
      integers[i] = integer;
      fitting += each[i];
      const double below = each[i] ? integer : kLargestInteger, above = each[i] ? integer : -kLargestInteger;
      low = below < low ? below : low;
      high = above > high ? above : high;
    }
  }
};

bool CompactNumbers::appendDecimals(std::span<const double> values, int& exponent) {
  constexpr size_t kMostWidth = 6;
  const size_t n = values.size(), allowed = n / 16;
  const Integers integers(values.data(), n, kPowers[size_t(exponent)]);
  const uint64_t* const fits = integers.fits.data();
  if (n - integers.fitting > allowed || integers.fitting == 0) {
    exponent = std::max(exponent, exponentOf(values[size_t(std::find(fits, fits + n, 0) - fits)]));
    return false;
  }
  const auto width = size_t(std::bit_width(uint64_t(integers.high - integers.low)) + 7) / 8;
  if (width > kMostWidth) return false;
  Block block{Form::decimals, uint8_t(width), int8_t(exponent), uint16_t(n), uint16_t(n - integers.fitting), int64_t(integers.low)};
  std::byte* to = room(n * width + sizeof(uint64_t) + block.exceptions * kExceptionBytes, block);
  const double* const m = integers.m.data();
  for (size_t i = 0; i < n; ++i, to += width) {
    const uint64_t distance = fits[i] ? uint64_t(int64_t(m[i]) - block.base) : 0;
    std::memcpy(to, &distance, sizeof distance);  // the next one overwrites what is too much
  }
  for (uint16_t i = 0; i < n; ++i) {
    if (fits[i]) continue;
    std::memcpy(to, &values[i], sizeof(double));
    std::memcpy(to + sizeof(double), &i, sizeof i);
    to += kExceptionBytes;
  }
  blocks_.push_back(block);
  return true;
}

void CompactNumbers::append(const double* values, size_t count, size_t stride) {
  std::array<double, kBlock> block;
  double* const gathered = block.data();
  for (size_t i = 0; i < count; ++i) gathered[i] = values[i * stride];
  const std::span<const double> numbers(block.data(), count);
  if (appendFloats(numbers)) return;
  int& exponent = exponents_[blocks_.size() % exponents_.size()];
  if (exponent < 0) exponent = exponentOf(numbers);
  for (int last = -1; exponent > last;) {
    last = exponent;
    if (appendDecimals(numbers, exponent)) return;
  }
  exponent = kUnknown;
  Block plain{.count = uint16_t(count)};
  std::memcpy(room(count * sizeof(double), plain), block.data(), count * sizeof(double));
  blocks_.push_back(plain);
}

void CompactNumbers::copy(size_t index, double* out, size_t stride) const {
  const Block& block = blocks_[index];
  const std::byte* from = data(block);
  if (block.form == Form::doubles) {
    for (size_t i = 0; i < block.count; ++i) std::memcpy(out + i * stride, from + i * sizeof(double), sizeof(double));
    return;
  }
  if (block.form == Form::floats) {
    for (size_t i = 0; i < block.count; ++i) out[i * stride] = double(loadRaw<float, false>(from + i * sizeof(float)));
    return;
  }
  const uint64_t mask = block.width == 0 ? 0 : ~uint64_t(0) >> (64 - 8 * block.width);
  const double power = kPowers[size_t(block.exponent)];
  for (size_t i = 0; i < block.count; ++i, from += block.width)
    out[i * stride] = double(block.base + int64_t(loadRaw<uint64_t, false>(from) & mask)) / power;
  for (size_t n = 0; n < block.exceptions; ++n, from += kExceptionBytes)
    out[loadRaw<uint16_t, false>(from + sizeof(double)) * stride] = loadRaw<double, false>(from);
}

void CompactNumbers::release(size_t block) {
  const size_t keep = block < blocks_.size() ? blocks_[block].slab : released_ + slabs_.size();
  for (; released_ < keep; ++released_) slabs_.pop_front();
}

}  // namespace arete
