// Points in memory: d = 1…16 float or double coordinates each, in row or column layout.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "compute/core/large_vector.h"

namespace arete {

inline constexpr int kMaxDimension = 16;

enum class Layout : uint8_t { row, column };       ///< point after point, or coordinate after coordinate
enum class Scalar : uint8_t { float32, float64 };  ///< type of a coordinate

/// Read-only strided view: coordinate k of point i is data[i·pointStride + k·coordinateStride].
template <class T>
struct PointsView {
  const T* data = nullptr;
  uint32_t count = 0;
  int dimension = 0;
  size_t pointStride = 0;
  size_t coordinateStride = 0;

  const T* point(size_t i) const { return data + i * pointStride; }
  T at(size_t i, int k) const { return data[i * pointStride + size_t(k) * coordinateStride]; }
};

/// A growable set of points, a value. In column layout every row of coordinates starts at a multiple of `kColumnAlignment` elements.
class PointArray {
 public:
  static constexpr size_t kColumnAlignment = 16;

  PointArray() = default;
  /// `count` points at the origin. Throws Error(wrongUse) when the dimension is not 1…16.
  PointArray(Scalar scalar, int dimension, uint32_t count, Layout layout = Layout::row);
  /// Rows: `rows.size()` must be a multiple of `dimension`.
  static PointArray fromRows(std::span<const float> rows, int dimension);
  static PointArray fromRows(std::span<const double> rows, int dimension);
  /// `count` points in row layout without elements until fillFrom(): until then no coordinates may be accessed.
  static PointArray unfilled(Scalar scalar, int dimension, uint32_t count);
  /// `count` points in row layout with uninitialised elements: every one must be written, by many threads where they are many.
  static PointArray toBeWritten(Scalar scalar, int dimension, uint32_t count);
  /// Takes the elements of an array of the same kind.
  void fillFrom(PointArray&& same) { values_ = std::move(same.values_); }

  uint32_t size() const { return count_; }
  bool empty() const { return count_ == 0; }
  int dimension() const { return dimension_; }
  Layout layout() const { return layout_; }
  Scalar scalar() const { return std::holds_alternative<LargeVector<float>>(values_) ? Scalar::float32 : Scalar::float64; }
  size_t bytes() const;

  /// T must be the coordinate type; throws std::bad_variant_access otherwise.
  template <class T>
  PointsView<T> view() const {
    return {std::get<LargeVector<T>>(values_).data(), count_, dimension_, pointStride(), coordinateStride()};
  }
  template <class T>
  T& at(size_t i, int k) {
    return std::get<LargeVector<T>>(values_)[i * pointStride() + size_t(k) * coordinateStride()];
  }
  /// The coordinate as a double (exact). Slow path: for files, panels and tests.
  double coordinate(size_t i, int k) const;
  void setCoordinate(size_t i, int k, double value);

  /// All elements with the padding of column layout; rows without padding in row layout.
  template <class T>
  LargeVector<T>& elements() {
    return std::get<LargeVector<T>>(values_);
  }
  template <class T>
  const LargeVector<T>& elements() const {
    return std::get<LargeVector<T>>(values_);
  }

  PointArray withLayout(Layout layout) const;
  PointArray withScalar(Scalar scalar) const;
  /// The points at `indices`, in that order.
  PointArray subset(std::span<const uint32_t> indices) const;
  /// Same type, layout, count and bits of every coordinate.
  friend bool operator==(const PointArray& a, const PointArray& b) = default;

 private:
  size_t pointStride() const { return layout_ == Layout::row ? size_t(dimension_) : 1; }
  size_t coordinateStride() const { return layout_ == Layout::row ? 1 : columnStride(count_); }
  static size_t columnStride(uint32_t count) { return (size_t(count) + kColumnAlignment - 1) / kColumnAlignment * kColumnAlignment; }

  std::variant<LargeVector<float>, LargeVector<double>> values_;
  uint32_t count_ = 0;
  int dimension_ = 2;
  Layout layout_ = Layout::row;
};

/// Calls `f.template operator()<T>()` with the coordinate type.
template <class F>
decltype(auto) withScalarType(Scalar scalar, F&& f) {
  if (scalar == Scalar::float32) return f.template operator()<float>();
  return f.template operator()<double>();
}

}  // namespace arete
