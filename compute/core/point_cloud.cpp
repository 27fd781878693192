#include "compute/core/point_cloud.h"

#include <algorithm>
#include <cmath>

#include "compute/core/error.h"

namespace arete {

double Bounds::diagonal(int dimension) const {
  double sum = 0;
  for (int k = 0; k < dimension; ++k) sum += extent(k) * extent(k);
  return std::sqrt(sum);
}

static Bounds boundsOf(const PointArray& points) {
  Bounds bounds;
  withScalarType(points.scalar(), [&]<class T>() {
    const PointsView<T> view = points.view<T>();
    for (int k = 0; k < view.dimension && view.count > 0; ++k) {
      T low = view.at(0, k), high = low, spoiled = T(0);
      for (uint32_t i = 0; i < view.count; ++i) {
        const T x = view.at(i, k);
        low = x < low ? x : low;
        high = x > high ? x : high;
        spoiled += x - x;  // NaN as soon as one coordinate is not finite
      }
      if (spoiled != T(0))
        for (uint32_t i = 0; i < view.count; ++i)
          if (!std::isfinite(view.at(i, k)))
            throw Error(ErrorKind::badInput, "not a cloud", "point " + std::to_string(i), "coordinate " + std::to_string(k) + " is not finite",
                        "leave such points out when reading");
      bounds.minimum[size_t(k)] = low;
      bounds.maximum[size_t(k)] = high;
    }
  });
  return bounds;
}

PointCloud::PointCloud(PointArray points, Origin origin, std::vector<Attribute> attributes)
    : points_(std::make_shared<PointArray>(std::move(points))),
      attributes_(std::make_shared<std::vector<Attribute>>(std::move(attributes))),
      origin_(origin),
      bounds_(boundsOf(*points_)) {
  for (const Attribute& attribute : *attributes_)
    if (attribute.values.size() != points_->size())
      throw Error(ErrorKind::internal, "not a cloud", "attribute " + attribute.name, "it has not one value per point");
}

// Rows are gone through in blocks of kBlockRows points as flat arrays, so that the compiler can use vector registers in any dimension:
// element j of a block belongs to axis j mod d.
static constexpr size_t kBlockRows = 16;
using BlockPattern = std::array<double, kBlockRows * kMaxDimension>;

static PointCloud::Origin originOf(std::span<const double> rows, size_t dimension) {
  PointCloud::Origin origin{};
  if (rows.empty()) return origin;
  const size_t block = kBlockRows * dimension;
  BlockPattern low, high;
  for (size_t j = 0; j < block; ++j) low[j] = high[j] = rows[j % dimension];
  for (size_t i = 0; i < rows.size(); i += block)
    for (size_t j = 0, end = std::min(block, rows.size() - i); j < end; ++j) {
      const double x = rows[i + j];
      low[j] = x < low[j] ? x : low[j];
      high[j] = x > high[j] ? x : high[j];
    }
  for (size_t j = dimension; j < block; ++j) {
    low[j % dimension] = std::min(low[j % dimension], low[j]);
    high[j % dimension] = std::max(high[j % dimension], high[j]);
  }
  for (size_t k = 0; k < dimension; ++k) {
    const double middle = std::round(low[k] / 2 + high[k] / 2), offset = std::abs(middle);
    if (std::isfinite(middle) && (offset > 8 * (high[k] - low[k]) || offset > 1e4)) origin[k] = middle;
  }
  return origin;
}

static BlockPattern patternOf(const PointCloud::Origin& origin, size_t dimension) {
  BlockPattern pattern{};
  for (size_t j = 0; j < kBlockRows * dimension; ++j) pattern[j] = origin[j % dimension];
  return pattern;
}

/// Whether rounding the local coordinates to float moves none of them by more than half a thousandth.
static bool floatSuffices(std::span<const double> rows, size_t dimension, const BlockPattern& origin) {
  constexpr double kLargestError = 0.0005;
  const size_t block = kBlockRows * dimension;
  for (size_t i = 0; i < rows.size(); i += block) {
    int64_t moved = 0;
    for (size_t j = 0, end = std::min(block, rows.size() - i); j < end; ++j) {
      const double local = rows[i + j] - origin[j];
      moved += !(std::abs(local - double(float(local))) <= kLargestError);
    }
    if (moved != 0) return false;
  }
  return true;
}

PointCloud PointCloud::recentred(std::span<const double> rows, int dimension, std::optional<Scalar> scalar, std::vector<Attribute> attributes) {
  const size_t d = size_t(dimension), block = kBlockRows * d;
  const Origin origin = originOf(rows, d);
  const BlockPattern pattern = patternOf(origin, d);
  if (!scalar) scalar = floatSuffices(rows, d, pattern) ? Scalar::float32 : Scalar::float64;
  PointArray points(*scalar, dimension, uint32_t(rows.size() / d));
  withScalarType(*scalar, [&]<class T>() {
    std::vector<T>& local = points.elements<T>();
    for (size_t i = 0; i < local.size(); i += block)
      for (size_t j = 0, end = std::min(block, local.size() - i); j < end; ++j) local[i + j] = T(rows[i + j] - pattern[j]);
  });
  return PointCloud(std::move(points), origin, std::move(attributes));
}

PointCloud PointCloud::withLayout(Layout layout) const {
  PointCloud copy = *this;
  if (layout != this->layout()) copy.points_ = std::make_shared<PointArray>(points_->withLayout(layout));
  return copy;
}

PointCloud PointCloud::withScalar(Scalar scalar) const {
  if (scalar == this->scalar()) return *this;
  return PointCloud(points_->withScalar(scalar), origin_, *attributes_);
}

}  // namespace arete
