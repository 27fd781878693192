#include "render/points/behind_points.h"

#include <chrono>

namespace arete {

void BehindPoints::begin(const RasterTarget& target) {
  rasteriser_.begin(target);
  ++revision_;
}

void BehindPoints::add(uint32_t begin, uint32_t end) {
  const auto start = std::chrono::steady_clock::now();
  rasteriser_.add({points_->coordinates(0), points_->coordinates(1), points_->coordinates(2)}, begin, end);
  ++revision_;
  measured_ = Measured{double(end - begin), std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count()};
}

}  // namespace arete
