#include "compute/io/read/row_survey.h"

#include <algorithm>
#include <cmath>

namespace arete {

static constexpr double kLargestCoordinate = 1e150;  // its square is a double
static constexpr size_t kLaneRows = 16;              // side by side, so that the compiler can use vector registers in any dimension

void RowSurvey::add(std::span<const double> rows) {
  if (rows.empty()) return;
  const size_t lanes = kLaneRows * dimension_;
  const double* const from = rows.data();
  double low[kLaneRows * kMaxDimension], high[kLaneRows * kMaxDimension];
  for (size_t j = 0; j < lanes; ++j) {
    low[j] = count_ == 0 ? rows[j % dimension_] : bounds_.minimum[j % dimension_];
    high[j] = count_ == 0 ? rows[j % dimension_] : bounds_.maximum[j % dimension_];
  }
  for (size_t i = 0; i < rows.size(); i += lanes)
    for (size_t j = 0, end = std::min(lanes, rows.size() - i); j < end; ++j) {
      const double x = from[i + j];
      low[j] = x < low[j] ? x : low[j];
      high[j] = x > high[j] ? x : high[j];
    }
  double farthest = 0;
  for (size_t j = 0; j < lanes; ++j) {
    const size_t k = j % dimension_;
    bounds_.minimum[k] = j < dimension_ ? low[j] : std::min(bounds_.minimum[k], low[j]);
    bounds_.maximum[k] = j < dimension_ ? high[j] : std::max(bounds_.maximum[k], high[j]);
    farthest = std::max({farthest, -low[j], high[j]});
  }
  if (farthest > kLargestCoordinate && !tooLarge_) tooLarge_ = *std::ranges::find_if(rows, [](double x) { return std::abs(x) > kLargestCoordinate; });
  exact_ = exact_ && PointCloud::floatSuffices(rows, int(dimension_), {});
  count_ += rows.size() / dimension_;
}

bool RowSurvey::floatsSurely(const PointCloud::Origin& origin) const {
  if (exact_ && origin == PointCloud::Origin{}) return true;
  Bounds local;
  for (size_t k = 0; k < dimension_; ++k) {
    local.minimum[k] = bounds_.minimum[k] - origin[k];
    local.maximum[k] = bounds_.maximum[k] - origin[k];
  }
  return PointCloud::floatSufficesWithin(local, int(dimension_));
}

}  // namespace arete
