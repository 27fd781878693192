// The values of a column a block at a time, wherever they are. Only for files in compute/filter/.
#pragma once

#include <algorithm>
#include <array>

#include "compute/filter/columns.h"
#include "compute/filter/point_rules.h"

namespace arete {

/// File coordinates along an axis of the points from `first` on.
inline void copyAxis(const PointCloud& cloud, int axis, size_t first, std::span<double> out, size_t stride = 1) {
  const double origin = cloud.origin()[size_t(axis)];
  withScalarType(cloud.scalar(), [&]<class T>() {
    const PointsView<T> view = cloud.view<T>();
    for (size_t i = 0, at = 0; at < out.size(); ++i, at += stride) out[at] = double(view.at(first + i, axis)) + origin;
  });
}

/// One side of a comparison: a column or a number. Refers to the cloud.
class ColumnValues {
 public:
  ColumnValues(const PointCloud& cloud, const ColumnPlace& place) : cloud_(&cloud), place_(place) {}
  explicit ColumnValues(double number) : number_(number) {}

  /// Where they are: in the cloud, or put into `room`.
  const double* block(size_t first, size_t count, std::array<double, kRuleBlock>& room) const {
    if (cloud_ == nullptr) {
      std::fill_n(room.begin(), count, number_);
    } else if (place_.axis < 0) {
      const AttributeValues& values = cloud_->attributes()[place_.attribute].values;
      if (values.type() == ScalarType::float64) return values.of<double>().data() + first;
      values.copy(first, std::span(room).first(count));
    } else {
      copyAxis(*cloud_, place_.axis, first, std::span(room).first(count));
    }
    return room.data();
  }

 private:
  const PointCloud* cloud_ = nullptr;
  ColumnPlace place_;
  double number_ = 0;
};

}  // namespace arete
