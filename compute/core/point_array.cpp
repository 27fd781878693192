#include "compute/core/point_array.h"

#include <string>

#include "compute/core/error.h"

namespace arete {

static void checkDimension(int dimension) {
  if (dimension < 1 || dimension > kMaxDimension)
    throw Error(ErrorKind::wrongUse, "cannot hold these points", "", "dimension " + std::to_string(dimension) + " is not in 1…16");
}

PointArray::PointArray(Scalar scalar, int dimension, uint32_t count, Layout layout) : count_(count), dimension_(dimension), layout_(layout) {
  checkDimension(dimension);
  const size_t size = layout == Layout::row ? size_t(count) * dimension : columnStride(count) * dimension;
  if (scalar == Scalar::float32) values_ = LargeVector<float>(size, 0.f);
  else values_ = LargeVector<double>(size, 0.0);
}

static uint32_t rowCount(size_t coordinates, int dimension) {
  checkDimension(dimension);
  if (coordinates % size_t(dimension) != 0 || coordinates / size_t(dimension) > UINT32_MAX - 1)
    throw Error(ErrorKind::wrongUse, "cannot hold these points", "", "the number of coordinates does not fit the dimension");
  return uint32_t(coordinates / size_t(dimension));
}

PointArray PointArray::fromRows(std::span<const float> rows, int dimension) {
  PointArray points(Scalar::float32, dimension, 0);
  points.count_ = rowCount(rows.size(), dimension);
  points.values_ = LargeVector<float>(rows.begin(), rows.end());
  return points;
}

PointArray PointArray::fromRows(std::span<const double> rows, int dimension) {
  PointArray points(Scalar::float64, dimension, 0);
  points.count_ = rowCount(rows.size(), dimension);
  points.values_ = LargeVector<double>(rows.begin(), rows.end());
  return points;
}

PointArray PointArray::toBeWritten(Scalar scalar, int dimension, uint32_t count) {
  PointArray points(scalar, dimension, 0);
  points.count_ = count;
  std::visit([&](auto& values) { values.resize(size_t(count) * size_t(dimension)); }, points.values_);
  return points;
}

size_t PointArray::bytes() const {
  return std::visit([](const auto& v) { return v.size() * sizeof(v[0]); }, values_);
}

double PointArray::coordinate(size_t i, int k) const {
  return std::visit([&](const auto& v) { return double(v[i * pointStride() + size_t(k) * coordinateStride()]); }, values_);
}

void PointArray::setCoordinate(size_t i, int k, double value) {
  std::visit([&](auto& v) { v[i * pointStride() + size_t(k) * coordinateStride()] = static_cast<std::decay_t<decltype(v[0])>>(value); }, values_);
}

PointArray PointArray::unfilled(Scalar scalar, int dimension, uint32_t count) {
  PointArray array(scalar, dimension, 0);
  array.count_ = count;
  return array;
}

PointArray PointArray::withLayout(Layout layout) const {
  if (layout == layout_) return *this;
  PointArray result(scalar(), dimension_, count_, layout);
  withScalarType(scalar(), [&]<class T>() {
    const PointsView<T> from = view<T>();
    for (int k = 0; k < dimension_; ++k)
      for (uint32_t i = 0; i < count_; ++i) result.at<T>(i, k) = from.at(i, k);
  });
  return result;
}

PointArray PointArray::withScalar(Scalar type) const {
  if (type == scalar()) return *this;
  PointArray result(type, dimension_, 0, layout_);
  result.count_ = count_;
  if (type == Scalar::float32) result.values_ = LargeVector<float>(elements<double>().begin(), elements<double>().end());
  else result.values_ = LargeVector<double>(elements<float>().begin(), elements<float>().end());
  return result;
}

PointArray PointArray::subset(std::span<const uint32_t> indices) const {
  PointArray result(scalar(), dimension_, uint32_t(indices.size()), layout_);
  withScalarType(scalar(), [&]<class T>() {
    const PointsView<T> from = view<T>();
    T* const to = result.elements<T>().data();
    const size_t pointStride = result.pointStride(), coordinateStride = result.coordinateStride();
    for (size_t i = 0; i < indices.size(); ++i)
      for (int k = 0; k < dimension_; ++k) to[i * pointStride + size_t(k) * coordinateStride] = from.at(indices[i], k);
  });
  return result;
}

}  // namespace arete
