// The values of an attribute, one per point, each in as many bytes as the type takes that its file declares. Whoever looks at them sees doubles;
// loops over many points take a block at a time, or ask for the type once.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <span>
#include <utility>

#include "compute/core/large_vector.h"
#include "compute/core/scalar_type.h"

namespace arete {

class AttributeValues {
 public:
  class Iterator;

  /// No values; of doubles, as those of the next constructors.
  AttributeValues() = default;
  AttributeValues(std::initializer_list<double> values) : AttributeValues(values.begin(), values.end()) {}
  AttributeValues(const LargeVector<double>& values) : AttributeValues(values.begin(), values.end()) {}
  template <class It>
  AttributeValues(It begin, It end) : AttributeValues(ScalarType::float64, size_t(std::distance(begin, end))) {
    for (double* to = of<double>().data(); begin != end; ++begin, ++to) *to = double(*begin);
  }
  /// `count` values that are to be written, by many threads where they are many. `type`: one that is its own heldType().
  explicit AttributeValues(ScalarType type, size_t count = 0) : type_(type), size_(count), bytes_(count * sizeOf(type)) {}
  AttributeValues(ScalarType type, size_t count, double value) : AttributeValues(type, count) { fill(0, value); }

  ScalarType type() const { return type_; }
  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  size_t bytes() const { return bytes_.size(); }
  const void* data() const { return bytes_.data(); }

  double operator[](size_t i) const {
    return withHeldType(type_, [&]<class T>() { return double(of<T>()[i]); });
  }
  Iterator begin() const;
  Iterator end() const;
  /// Values from `first` on as doubles.
  void copy(size_t first, std::span<double> out) const;
  /// Calls `f` with the values as a span of their own type.
  template <class F>
  decltype(auto) visit(F&& f) const {
    return withHeldType(type_, [&]<class T>() -> decltype(auto) { return f(of<T>()); });
  }
  /// T must be the type.
  template <class T>
  std::span<const T> of() const {
    return {reinterpret_cast<const T*>(bytes_.data()), size_};
  }
  template <class T>
  std::span<T> of() {
    return {reinterpret_cast<T*>(bytes_.data()), size_};
  }

  /// What is added must be written.
  void resize(size_t count) { bytes_.resize((size_ = count) * sizeOf(type_)); }
  /// Values, which the type must hold, in place of those from `first` on.
  void put(size_t first, std::span<const double> values);
  /// The same of this type: values from `first` on, or those at `indices`.
  void put(size_t first, const AttributeValues& same);
  void put(size_t first, const AttributeValues& from, std::span<const uint32_t> indices);
  /// Values of any type behind these, which change to one that holds both.
  void append(const AttributeValues& values);
  /// Until there are `count` values: NaN, for which integers change to a floating type.
  void appendMissing(size_t count);
  AttributeValues at(std::span<const uint32_t> indices) const;
  AttributeValues inType(ScalarType type) const;

  /// Same type, and the same bits of every value.
  friend bool operator==(const AttributeValues& a, const AttributeValues& b) { return a.type_ == b.type_ && a.bytes_ == b.bytes_; }

 private:
  void fill(size_t first, double value);

  ScalarType type_ = ScalarType::float64;
  size_t size_ = 0;
  LargeVector<std::byte> bytes_;
};

/// Slow path: for files, panels and tests.
class AttributeValues::Iterator {
 public:
  using iterator_concept = std::forward_iterator_tag;
  using iterator_category = std::input_iterator_tag;
  using value_type = double;
  using difference_type = std::ptrdiff_t;
  using pointer = void;
  using reference = double;

  Iterator() = default;
  Iterator(const AttributeValues& values, size_t at) : values_(&values), at_(at) {}
  double operator*() const { return (*values_)[at_]; }
  Iterator& operator++() { return ++at_, *this; }
  Iterator operator++(int) { return std::exchange(*this, Iterator(*values_, at_ + 1)); }
  friend bool operator==(const Iterator& a, const Iterator& b) { return a.at_ == b.at_; }

 private:
  const AttributeValues* values_ = nullptr;
  size_t at_ = 0;
};

inline AttributeValues::Iterator AttributeValues::begin() const { return {*this, 0}; }
inline AttributeValues::Iterator AttributeValues::end() const { return {*this, size_}; }

/// The type that attributes keep numbers of a type in: the same, but float32 for float16 and doubles for integers of 64 bits.
constexpr ScalarType heldType(ScalarType type) {
  if (type == ScalarType::int64 || type == ScalarType::uint64) return ScalarType::float64;
  return type == ScalarType::float16 ? ScalarType::float32 : type;
}
/// The smallest held type that has all values of both.
ScalarType commonType(ScalarType a, ScalarType b);
/// The smallest held type that has all values of this one, and NaN.
ScalarType withMissing(ScalarType type);

}  // namespace arete
