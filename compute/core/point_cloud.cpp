#include "compute/core/point_cloud.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <mutex>

#include "compute/core/distance_range.h"
#include "compute/core/error.h"
#include "compute/core/one_zero.h"

namespace arete {

double Bounds::diagonal(int dimension) const {
  double sum = 0;
  for (int k = 0; k < dimension; ++k) sum += extent(k) * extent(k);
  return std::sqrt(sum);
}

template <class T>
static void refuseInfinite(const PointsView<T>& points) {
  for (uint32_t i = 0; i < points.count; ++i)
    for (int k = 0; k < points.dimension; ++k)
      if (!std::isfinite(points.at(i, k)))
        throw Error(ErrorKind::badInput, "not a cloud", "point " + std::to_string(i), "coordinate " + std::to_string(k) + " is not finite",
                    "leave such points out when reading");
}

namespace {

/// Bounds of points, and the size of the smallest coordinate that is not 0.
struct Measured {
  Bounds bounds;
  double smallest = std::numeric_limits<double>::infinity();
};

/// Rows are processed in blocks as flat arrays, so that the compiler can use vector registers in any dimension.
template <class T>
struct Lanes {
  static constexpr size_t kBlockRows = 16;
  std::array<T, kBlockRows * kMaxDimension> low, high, smallest;
};

}  // namespace

/// Bounds and smallest sizes of the values j, j + count, … for each j. False when one is not finite.
template <class T>
static bool measureLanes(std::span<const T> values, size_t count, Lanes<T>& lanes) {
  constexpr T kNone = std::numeric_limits<T>::infinity();
  std::array<T, Lanes<T>::kBlockRows * kMaxDimension> spoiled{};
  std::copy_n(values.begin(), count, lanes.low.begin());
  std::copy_n(values.begin(), count, lanes.high.begin());
  lanes.smallest.fill(kNone);
  for (size_t i = 0; i < values.size(); i += count)
    for (size_t j = 0, end = std::min(count, values.size() - i); j < end; ++j) {
      const T x = values[i + j], size = std::abs(x), present = size > 0 ? size : kNone;
      lanes.low[j] = x < lanes.low[j] ? x : lanes.low[j];
      lanes.high[j] = x > lanes.high[j] ? x : lanes.high[j];
      lanes.smallest[j] = present < lanes.smallest[j] ? present : lanes.smallest[j];
      spoiled[j] += x - x;  // NaN as soon as one coordinate is not finite
    }
  return std::all_of(spoiled.begin(), spoiled.begin() + ptrdiff_t(count), [](T each) { return each == T(0); });
}

static Measured measure(const PointArray& points) {
  Measured all;
  if (points.empty()) return all;
  withScalarType(points.scalar(), [&]<class T>() {
    const PointsView<T> view = points.view<T>();
    const size_t d = size_t(view.dimension), count = view.count;
    Lanes<T> lanes;
    const bool rows = points.layout() == Layout::row;
    for (size_t k = 0; k < (rows ? 1 : d); ++k) {
      const std::span<const T> values(view.data + k * view.coordinateStride, rows ? count * d : count);
      const size_t laneCount = std::min(Lanes<T>::kBlockRows, count) * (rows ? d : 1);
      if (!measureLanes(values, laneCount, lanes)) refuseInfinite(view);
      for (size_t j = 0; j < laneCount; ++j) {
        const size_t axis = rows ? j % d : k;
        const bool first = j < (rows ? d : 1);
        all.bounds.minimum[axis] = first ? double(lanes.low[j]) : std::min(all.bounds.minimum[axis], double(lanes.low[j]));
        all.bounds.maximum[axis] = first ? double(lanes.high[j]) : std::max(all.bounds.maximum[axis], double(lanes.high[j]));
        all.smallest = std::min(all.smallest, double(lanes.smallest[j]));
      }
    }
  });
  return all;
}

PointCloud::Origin PointCloud::originFor(const Bounds& bounds, int dimension) {
  constexpr double kWidest = 1e12;  // a stray point 1e30 away would cost the others all their digits
  Origin origin{};
  for (size_t k = 0; k < size_t(dimension); ++k) {
    const double low = bounds.minimum[k], high = bounds.maximum[k], middle = std::round(low / 2 + high / 2), offset = std::abs(middle);
    if (std::isfinite(middle) && (offset > 8 * (high - low) || (offset > 1e4 && high - low <= kWidest))) origin[k] = middle;
  }
  return origin;
}

size_t bytesOfEach(std::span<const Attribute> attributes) {
  size_t bytes = 0;
  for (const Attribute& attribute : attributes) bytes += sizeOf(attribute.values.type());
  return bytes;
}

PointCloud::PointCloud(PointArray points, Origin origin, std::vector<Attribute> attributes, Unmeasured)
    : points_(std::make_shared<PointArray>(std::move(points))),
      attributes_(std::make_shared<std::vector<Attribute>>(std::move(attributes))),
      origin_(origin) {
  for (const Attribute& attribute : *attributes_)
    if (attribute.values.size() != points_->size())
      throw Error(ErrorKind::internal, "not a cloud", "attribute " + attribute.name, "it does not have one value per point");
}

PointCloud::PointCloud(PointArray points, Origin origin, std::vector<Attribute> attributes)
    : PointCloud(withOneZero(std::move(points)), origin, std::move(attributes), Unmeasured{}) {
  const Measured measured = measure(*points_);
  bounds_ = measured.bounds;
  double largest = 0;
  for (size_t k = 0; k < size_t(dimension()); ++k) largest = std::max({largest, -bounds_.minimum[k], bounds_.maximum[k]});
  distancesInRange_ = distancesSurelyInRange(scalar(), measured.smallest, largest);
  const PointArray* const own[] = {points_.get()};
  if (!distancesInRange_) distancesInRange_ = !distancesOutOfRange(own);
}

/// Makes a part's points, once; shared by copies of the part.
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
  cloud.distancesInRange_ = whole.distancesInRange();
  return cloud;
}

void PointCloud::makePoints() const {
  std::call_once(deferred_->once, [&] {
    deferred_->points->fillFrom(deferred_->make().withLayout(Layout::row));
    deferred_->make = nullptr;  // and what it needed
    deferred_->isMade = true;
  });
}

const PointCloud& PointCloud::sampled() const { return deferred_ && !deferred_->isMade ? *deferred_->whole : *this; }

PointCloud PointCloud::inRange(PointArray points, Origin origin, const Bounds& bounds, std::vector<Attribute> attributes) {
  PointCloud cloud(std::move(points), origin, std::move(attributes), Unmeasured{});
  cloud.bounds_ = bounds;
  return cloud;
}

PointCloud PointCloud::inRange(PointArray points, Origin origin, std::vector<Attribute> attributes) {
  const Bounds bounds = measure(points).bounds;  // refuses what is not finite
  return inRange(std::move(points), origin, bounds, std::move(attributes));
}

PointCloud PointCloud::recentred(std::span<const double> rows, int dimension, std::optional<Scalar> wanted, std::vector<Attribute> attributes) {
  RowSurvey survey(dimension);
  survey.add(rows);
  if (const auto why = coordinateOutOfRange(survey)) throw Error(ErrorKind::badInput, "not a cloud", why->place, why->reason, why->hint);
  const Origin origin = originFor(survey.bounds(), dimension);
  if (origin != Origin{}) {
    survey = RowSurvey(dimension, origin);
    survey.add(rows);
  }
  const Scalar scalar = chooseScalar(wanted, survey, [&](const auto& visit) { visit(rows); });
  PointArray points = PointArray::toBeWritten(scalar, dimension, uint32_t(rows.size() / size_t(dimension)));
  withScalarType(scalar, [&]<class T>() { survey.toLocal(rows, std::span<T>(points.elements<T>())); });
  const Bounds bounds = measure(points).bounds;  // refuses what is not finite
  return inRange(std::move(points), origin, bounds, std::move(attributes));
}

PointCloud PointCloud::withLayout(Layout layout) const {
  PointCloud copy = *this;
  if (layout == this->layout()) return copy;
  copy.points_ = std::make_shared<PointArray>(made().withLayout(layout));
  copy.kept_ = std::make_shared<Kept>();
  copy.deferred_ = nullptr;
  return copy;
}

PointCloud PointCloud::withScalar(Scalar scalar) const {
  if (scalar == this->scalar()) return *this;
  return PointCloud(made().withScalar(scalar), origin_, *attributes_);
}

}  // namespace arete
