#include "app/cli/knn_cases.h"

#include <algorithm>
#include <vector>

#include "compute/core/error.h"
#include "compute/core/philox.h"
#include "compute/text/suggest.h"

namespace arete::cli {

std::span<const KnnCase> knnCases() {
  constexpr uint32_t kMillion = 1'000'000;
  static constexpr KnnCase kCases[] = {
      {"0", 3, 1, 2, 1},
      {"1", 3, 2, 8, 1},
      {"2", 3, 1, 1024, 1},
      {"3", 3, 1, 1 << 16, 1},
      {"4", 16, 1, 1 << 16, 1},
      {"5", 3, 1024, 1024, 1},
      {"6", 3, 1024, 1 << 16, 1},
      {"7", 16, 1024, 1 << 16, 1},
      {"8", 3, 1, 1 << 24, 1},
      {"9", 16, 1, 1 << 24, 1},
      {"10", 3, 1024, 1 << 20, 1},
      {"11", 16, 1024, 1 << 20, 1},
      {"1m-k1", 3, kMillion, kMillion, 1},
      {"1m-k8", 3, kMillion, kMillion, 8},
      {"1m-k20", 3, kMillion, kMillion, 20},
      {"10m-k1", 3, 10 * kMillion, 10 * kMillion, 1},
      {"10m-k8", 3, 10 * kMillion, 10 * kMillion, 8},
      {"1m-2d-k8", 2, kMillion, kMillion, 8},
      {"1m-clustered-k8", 3, kMillion, kMillion, 8, true},
  };
  return kCases;
}

const KnnCase& findKnnCase(std::string_view id) {
  std::vector<std::string_view> ids;
  for (const KnnCase& each : knnCases()) {
    if (each.id == id) return each;
    ids.push_back(each.id);
  }
  throw Error(ErrorKind::wrongUse, "no such case", "--cases", "'" + std::string(id) + "' is not one of them", "known: " + closestFirst(id, ids));
}

PointArray knnPoints(uint32_t count, int dimension, bool clustered, uint64_t seed) {
  PointArray points(Scalar::float32, dimension, count);
  for (uint32_t i = 0; i < count; ++i) {
    shared::IndexedRandom random(seed, i);
    for (int k = 0; k < dimension; ++k) {
      const double x = random.uniform();
      points.at<float>(i, k) = float(clustered ? x * x * x : x);
    }
  }
  return points;
}

}  // namespace arete::cli
