// Types of the numbers in binary files.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>

namespace arete {

enum class ScalarType : uint8_t { int8, uint8, int16, uint16, int32, uint32, int64, uint64, float16, float32, float64 };

constexpr size_t sizeOf(ScalarType type) {
  constexpr std::array<size_t, 11> sizes = {1, 1, 2, 2, 4, 4, 8, 8, 2, 4, 8};
  return sizes[size_t(type)];
}

/// IEEE binary16, which C++20 has no type for.
struct Half {
  uint16_t bits;
  explicit operator double() const {
    const int exponent = bits >> 10 & 31, fraction = bits & 1023;
    const double magnitude = exponent == 0    ? std::ldexp(fraction, -24)
                             : exponent == 31 ? (fraction ? std::numeric_limits<double>::quiet_NaN() : std::numeric_limits<double>::infinity())
                                              : std::ldexp(1024 + fraction, exponent - 25);
    return bits & 0x8000 ? -magnitude : magnitude;
  }
};

/// Calls `f.template operator()<T>()` with the C++ type of a type that attributes are held in (heldType()).
template <class F>
decltype(auto) withHeldType(ScalarType type, F&& f) {
  switch (type) {
    case ScalarType::int8: return f.template operator()<int8_t>();
    case ScalarType::uint8: return f.template operator()<uint8_t>();
    case ScalarType::int16: return f.template operator()<int16_t>();
    case ScalarType::uint16: return f.template operator()<uint16_t>();
    case ScalarType::int32: return f.template operator()<int32_t>();
    case ScalarType::uint32: return f.template operator()<uint32_t>();
    case ScalarType::float32: return f.template operator()<float>();
    default: return f.template operator()<double>();
  }
}

/// The same for any type.
template <class F>
decltype(auto) withType(ScalarType type, F&& f) {
  switch (type) {
    case ScalarType::int64: return f.template operator()<int64_t>();
    case ScalarType::uint64: return f.template operator()<uint64_t>();
    case ScalarType::float16: return f.template operator()<Half>();
    default: return withHeldType(type, f);
  }
}

/// sizeof(T) bytes at `data`, which need not be aligned.
template <class T, bool kSwap>
T loadRaw(const std::byte* data) {
  std::array<std::byte, sizeof(T)> raw;
  std::memcpy(raw.data(), data, sizeof(T));
  if constexpr (kSwap && sizeof(T) > 1) std::reverse(raw.begin(), raw.end());
  return std::bit_cast<T>(raw);
}

/// The integer type with this many bytes; nothing if there is none.
constexpr std::optional<ScalarType> integerType(uint64_t bytes, bool isSigned) {
  switch (bytes) {
    case 1: return isSigned ? ScalarType::int8 : ScalarType::uint8;
    case 2: return isSigned ? ScalarType::int16 : ScalarType::uint16;
    case 4: return isSigned ? ScalarType::int32 : ScalarType::uint32;
    case 8: return isSigned ? ScalarType::int64 : ScalarType::uint64;
    default: return {};
  }
}

}  // namespace arete
