#include "compute/filter/points_around.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "compute/core/error.h"
#include "compute/filter/tube_test.h"

namespace arete {

PointsAround pointsAround(const PointCloud& cloud, const FilterTube& tube, ThreadPool& threads, std::stop_token stop) {
  constexpr size_t kBlock = 65'536;
  struct Sum {
    uint64_t points = 0;
    double squares = 0;
  };
  const TubeTest test(tube);
  std::vector<Sum> sums((cloud.size() + kBlock - 1) / kBlock);  // a block each, added in their order
  const auto d = size_t(cloud.dimension());
  threads.forEachRange(cloud.size(), kBlock, [&](size_t begin, size_t end, int) {
    std::vector<double> place(d);
    for (size_t i = begin; i < end; ++i) {
      if (i % kBlock == 0 && stop.stop_requested()) return;
      for (size_t k = 0; k < d; ++k) place[k] = cloud.points().coordinate(i, int(k)) + cloud.origin()[k];
      const double squared = test.squaredDistance(place.data());
      if (!std::isfinite(squared)) continue;
      Sum& sum = sums[i / kBlock];
      ++sum.points, sum.squares += squared;
    }
  });
  if (stop.stop_requested()) throw Cancelled{};
  PointsAround around;
  double squares = 0;
  for (const Sum& sum : sums) around.points += sum.points, squares += sum.squares;
  if (around.points > 0) around.width = std::sqrt(squares / double(around.points));
  return around;
}

}  // namespace arete
