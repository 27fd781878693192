#include "compute/network/look/column_grid.h"

#include <numeric>

#include "compute/network/look/place_box.h"

namespace arete {

ColumnGrid::ColumnGrid(std::span<const shared::Vector3> places, double side) : places_(places), side_(side), starts_(2), order_(places.size()) {
  if (places.empty()) return;
  constexpr double kMost = 4;  // columns a place, so that counting them takes no longer than the places
  const PlaceBox box = boxOf(places);
  low_ = box.low;
  const auto along = [&](int axis) { return std::floor((box.high[axis] - low_[axis]) / side_) + 1; };
  while (along(0) * along(1) > kMost * double(places.size())) side_ *= 2;
  count_ = {size_t(along(0)), size_t(along(1))};
  starts_.assign(count_[0] * count_[1] + 1, 0);
  std::vector<uint32_t> columns(places.size());
  for (size_t i = 0; i < places.size(); ++i) {
    columns[i] = uint32_t(columnOf(places[i], 0, 0) * count_[1] + columnOf(places[i], 1, 0));
    ++starts_[columns[i]];
  }
  std::inclusive_scan(starts_.begin(), starts_.end(), starts_.begin());
  for (size_t i = places.size(); i-- > 0;) order_[--starts_[columns[i]]] = uint32_t(i);
}

}  // namespace arete
