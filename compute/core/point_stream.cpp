#include "compute/core/point_stream.h"

#include <algorithm>
#include <limits>

#include "compute/core/error.h"

namespace arete {

Bounds PointStream::bounds(const std::stop_token& stop) const {
  Bounds all;
  if (size() == 0) return all;
  all.minimum.fill(std::numeric_limits<double>::infinity());
  all.maximum.fill(-std::numeric_limits<double>::infinity());
  read(
      0,
      [&](const PointArray& block, uint64_t) {
        for (uint32_t i = 0; i < block.size(); ++i)
          for (int k = 0; k < block.dimension(); ++k) {
            const double x = block.coordinate(i, k);
            all.minimum[size_t(k)] = std::min(all.minimum[size_t(k)], x);
            all.maximum[size_t(k)] = std::max(all.maximum[size_t(k)], x);
          }
      },
      stop);
  return all;
}

PointArray pointsAt(const PointStream& stream, std::span<const uint64_t> places, const std::stop_token& stop) {
  PointArray points(stream.scalar(), stream.dimension(), uint32_t(places.size()));
  size_t next = 0;
  uint64_t before = 0;  // points of the blocks so far
  stream.read(
      0,
      [&](const PointArray& block, uint64_t) {
        for (; next < places.size() && places[next] < before + block.size(); ++next)
          for (int k = 0; k < block.dimension(); ++k) points.setCoordinate(uint32_t(next), k, block.coordinate(uint32_t(places[next] - before), k));
        before += block.size();
      },
      stop);
  return points;
}

void ArrayStream::read(uint64_t first, const Take& take, const std::stop_token& stop) const {
  withScalarType(points_.scalar(), [&]<class T>() {
    const PointsView<T> all = points_.view<T>();
    for (uint64_t begin = first; begin < all.count; begin += kBlockPoints) {
      if (stop.stop_requested()) throw Cancelled{};
      PointArray block(points_.scalar(), all.dimension, uint32_t(std::min<uint64_t>(kBlockPoints, all.count - begin)));
      for (uint32_t i = 0; i < block.size(); ++i)
        for (int k = 0; k < all.dimension; ++k) block.at<T>(i, k) = all.at(begin + i, k);
      take(block, begin);
    }
  });
}

void MovedStream::read(uint64_t first, const Take& take, const std::stop_token& stop) const {
  const PointCloud::Origin from = from_.origin();
  from_.read(
      first,
      [&](const PointArray& block, uint64_t begin) {
        if (from == origin_) return take(block.withScalar(scalar_), begin);
        PointArray moved = block.withScalar(Scalar::float64);
        for (int k = 0; k < moved.dimension(); ++k) {
          const double shift = from[size_t(k)] - origin_[size_t(k)];
          for (uint32_t i = 0; i < moved.size(); ++i) moved.at<double>(i, k) += shift;
        }
        take(moved.withScalar(scalar_), begin);
      },
      stop);
}

}  // namespace arete
