#include "compute/core/point_cloud.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <mutex>

#include "compute/core/error.h"

namespace arete {

double Bounds::diagonal(int dimension) const {
  double sum = 0;
  for (int k = 0; k < dimension; ++k) sum += extent(k) * extent(k);
  return std::sqrt(sum);
}

// Rows are gone through in blocks of kBlockRows points as flat arrays, so that the compiler can use vector registers in any dimension:
// element j of a block belongs to axis j mod d.
static constexpr size_t kBlockRows = 16;
using BlockPattern = std::array<double, kBlockRows * kMaxDimension>;

template <class T>
static void refuseInfinite(const PointsView<T>& points) {
  for (uint32_t i = 0; i < points.count; ++i)
    for (int k = 0; k < points.dimension; ++k)
      if (!std::isfinite(points.at(i, k)))
        throw Error(ErrorKind::badInput, "not a cloud", "point " + std::to_string(i), "coordinate " + std::to_string(k) + " is not finite",
                    "leave such points out when reading");
}

/// Bounds of the values that lie `lanes` apart: low[j], high[j] of values j, j + lanes, … False when one is not finite.
template <class T>
static bool boundsOfLanes(std::span<const T> values, size_t lanes, T* low, T* high) {
  std::array<T, kBlockRows * kMaxDimension> spoiled{};
  std::copy_n(values.begin(), lanes, low);
  std::copy_n(values.begin(), lanes, high);
  for (size_t i = 0; i < values.size(); i += lanes)
    for (size_t j = 0, end = std::min(lanes, values.size() - i); j < end; ++j) {
      const T x = values[i + j];
      low[j] = x < low[j] ? x : low[j];
      high[j] = x > high[j] ? x : high[j];
      spoiled[j] += x - x;  // NaN as soon as one coordinate is not finite
    }
  return std::all_of(spoiled.begin(), spoiled.begin() + ptrdiff_t(lanes), [](T each) { return each == T(0); });
}

static Bounds boundsOf(const PointArray& points) {
  Bounds bounds;
  if (points.empty()) return bounds;
  withScalarType(points.scalar(), [&]<class T>() {
    const PointsView<T> view = points.view<T>();
    const size_t d = size_t(view.dimension), count = view.count;
    std::array<T, kBlockRows * kMaxDimension> low, high;
    const bool rows = points.layout() == Layout::row;
    for (size_t k = 0; k < (rows ? 1 : d); ++k) {
      const std::span<const T> values(view.data + k * view.coordinateStride, rows ? count * d : count);
      const size_t lanes = std::min(kBlockRows, count) * (rows ? d : 1);
      if (!boundsOfLanes(values, lanes, low.data(), high.data())) refuseInfinite(view);
      for (size_t j = 0; j < lanes; ++j) {
        const size_t axis = rows ? j % d : k;
        const bool first = j < (rows ? d : 1);
        bounds.minimum[axis] = first ? double(low[j]) : std::min(bounds.minimum[axis], double(low[j]));
        bounds.maximum[axis] = first ? double(high[j]) : std::max(bounds.maximum[axis], double(high[j]));
      }
    }
  });
  return bounds;
}

static PointCloud::Origin originOf(std::span<const double> rows, size_t dimension) {
  if (rows.empty()) return {};
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
  Bounds bounds;
  std::copy_n(low.begin(), dimension, bounds.minimum.begin());
  std::copy_n(high.begin(), dimension, bounds.maximum.begin());
  return PointCloud::originFor(bounds, int(dimension));
}

PointCloud::Origin PointCloud::originFor(const Bounds& bounds, int dimension) {
  Origin origin{};
  for (size_t k = 0; k < size_t(dimension); ++k) {
    const double low = bounds.minimum[k], high = bounds.maximum[k], middle = std::round(low / 2 + high / 2), offset = std::abs(middle);
    if (std::isfinite(middle) && (offset > 8 * (high - low) || offset > 1e4)) origin[k] = middle;
  }
  return origin;
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

/// How a part's points are made, once; copies of the part share it.
struct PointCloud::Deferred {
  std::shared_ptr<const PointCloud> whole;
  std::shared_ptr<PointArray> points;
  std::function<PointArray()> make;
  std::once_flag once;
  std::atomic<bool> isMade = false;
};

PointCloud PointCloud::part(const PointCloud& whole, uint32_t count, const Bounds& bounds, std::function<PointArray()> make) {
  PointCloud cloud;
  cloud.deferred_ = std::make_shared<Deferred>();
  cloud.deferred_->whole = std::make_shared<const PointCloud>(whole.sampled());
  cloud.deferred_->points = std::make_shared<PointArray>(PointArray::unfilled(whole.scalar(), whole.dimension(), count));
  cloud.deferred_->make = std::move(make);
  cloud.points_ = cloud.deferred_->points;
  cloud.origin_ = whole.origin();
  cloud.bounds_ = bounds;
  return cloud;
}

void PointCloud::makePoints() const {
  std::call_once(deferred_->once, [&] {
    deferred_->points->fillFrom(deferred_->make().withLayout(Layout::row));
    deferred_->isMade = true;
  });
}

const PointCloud& PointCloud::sampled() const { return deferred_ && !deferred_->isMade ? *deferred_->whole : *this; }

static BlockPattern patternOf(const PointCloud::Origin& origin, size_t dimension) {
  BlockPattern pattern{};
  for (size_t j = 0; j < kBlockRows * dimension; ++j) pattern[j] = origin[j % dimension];
  return pattern;
}

static constexpr double kLargestError = 0.0005;  // of a coordinate that is rounded to float

/// Whether rounding the local coordinates to float moves none of them by more.
static bool floatSuffices(std::span<const double> rows, size_t dimension, const BlockPattern& origin) {
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

bool PointCloud::floatSuffices(std::span<const double> rows, int dimension, const Origin& origin) {
  return arete::floatSuffices(rows, size_t(dimension), patternOf(origin, size_t(dimension)));
}

bool PointCloud::floatSufficesWithin(const Bounds& local, int dimension) {
  double farthest = 0;
  for (size_t k = 0; k < size_t(dimension); ++k) farthest = std::max({farthest, std::abs(local.minimum[k]), std::abs(local.maximum[k])});
  return farthest == 0 || std::ldexp(1.0, std::ilogb(farthest) - std::numeric_limits<float>::digits) <= kLargestError;
}

PointCloud PointCloud::recentred(std::span<const double> rows, int dimension, std::optional<Scalar> scalar, std::vector<Attribute> attributes) {
  const size_t d = size_t(dimension), block = kBlockRows * d;
  const Origin origin = originOf(rows, d);
  const BlockPattern pattern = patternOf(origin, d);
  if (!scalar) scalar = arete::floatSuffices(rows, d, pattern) ? Scalar::float32 : Scalar::float64;
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
  if (layout == this->layout()) return copy;
  copy.points_ = std::make_shared<PointArray>(made().withLayout(layout));
  copy.deferred_ = nullptr;
  return copy;
}

PointCloud PointCloud::withScalar(Scalar scalar) const {
  if (scalar == this->scalar()) return *this;
  return PointCloud(made().withScalar(scalar), origin_, *attributes_);
}

}  // namespace arete
