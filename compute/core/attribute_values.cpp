#include "compute/core/attribute_values.h"

#include <algorithm>

namespace arete {

namespace {

struct Integers {
  int bits;  // 0: no integers
  bool isSigned;
};

Integers integersOf(ScalarType type) {
  switch (type) {
    case ScalarType::int8: return {8, true};
    case ScalarType::uint8: return {8, false};
    case ScalarType::int16: return {16, true};
    case ScalarType::uint16: return {16, false};
    case ScalarType::int32: return {32, true};
    case ScalarType::uint32: return {32, false};
    default: return {0, true};
  }
}

}  // namespace

ScalarType withMissing(ScalarType type) {
  constexpr int kBitsOfFloat = 24;
  const int bits = integersOf(type).bits;
  if (bits == 0) return type;
  return bits <= kBitsOfFloat ? ScalarType::float32 : ScalarType::float64;
}

ScalarType commonType(ScalarType a, ScalarType b) {
  if (a == b) return a;
  const Integers one = integersOf(a), other = integersOf(b);
  if (one.bits == 0 || other.bits == 0)
    return withMissing(a) == ScalarType::float32 && withMissing(b) == ScalarType::float32 ? ScalarType::float32 : ScalarType::float64;
  if (one.isSigned == other.isSigned) return one.bits > other.bits ? a : b;
  const int signedBits = one.isSigned ? one.bits : other.bits, unsignedBits = one.isSigned ? other.bits : one.bits;
  return heldType(*integerType(uint64_t(std::max(signedBits, 2 * unsignedBits)) / 8, true));
}

void AttributeValues::copy(size_t first, std::span<double> out) const {
  visit([&]<class T>(std::span<const T> values) { std::copy_n(values.data() + first, out.size(), out.data()); });
}

void AttributeValues::put(size_t first, std::span<const double> values) {
  withHeldType(type_, [&]<class T>() {
    T* const to = of<T>().data() + first;
    for (size_t i = 0; i < values.size(); ++i) to[i] = static_cast<T>(values[i]);
  });
}

void AttributeValues::put(size_t first, const AttributeValues& same) {
  std::copy(same.bytes_.begin(), same.bytes_.end(), bytes_.begin() + ptrdiff_t(first * sizeOf(type_)));
}

void AttributeValues::put(size_t first, const AttributeValues& from, std::span<const uint32_t> indices) {
  withHeldType(type_, [&]<class T>() {
    const T* const values = from.of<T>().data();
    T* const to = of<T>().data() + first;
    for (size_t i = 0; i < indices.size(); ++i) to[i] = values[indices[i]];
  });
}

void AttributeValues::append(const AttributeValues& values) {
  if (const ScalarType common = commonType(type_, values.type_); common != type_) *this = inType(common);
  const size_t before = size_;
  resize(before + values.size_);
  if (values.type_ == type_) put(before, values);
  else put(before, values.inType(type_));
}

void AttributeValues::appendMissing(size_t count) {
  if (count <= size_) return;
  if (const ScalarType wide = withMissing(type_); wide != type_) *this = inType(wide);
  const size_t before = size_;
  resize(count);
  fill(before, std::numeric_limits<double>::quiet_NaN());
}

AttributeValues AttributeValues::at(std::span<const uint32_t> indices) const {
  AttributeValues some(type_, indices.size());
  some.put(0, *this, indices);
  return some;
}

AttributeValues AttributeValues::inType(ScalarType type) const {
  AttributeValues other(type, size_);
  visit([&]<class From>(std::span<const From> from) {
    withHeldType(type, [&]<class To>() { std::ranges::transform(from, other.of<To>().data(), [](From value) { return static_cast<To>(value); }); });
  });
  return other;
}

void AttributeValues::fill(size_t first, double value) {
  withHeldType(type_, [&]<class T>() { std::ranges::fill(of<T>().subspan(first), static_cast<T>(value)); });
}

}  // namespace arete
