#include "compute/neighbours/knn/recall.h"

#include <algorithm>

namespace arete {

std::vector<uint32_t> recallSample(uint32_t queries, uint32_t points, int dimension) {
  constexpr double kWork = 3e8;  // coordinates compared
  constexpr uint32_t kMostQueries = 1000;
  const double each = double(points) * dimension;
  const auto count = uint32_t(std::clamp(kWork / each, 1.0, double(std::min(kMostQueries, queries))));
  std::vector<uint32_t> sample(count);
  for (uint32_t s = 0; s < count; ++s) sample[s] = uint32_t(uint64_t(s) * queries / count);
  return sample;
}

double recallOf(std::span<const uint32_t> sample, std::span<const uint32_t> exact, std::span<const uint32_t> found, uint32_t k) {
  uint64_t hits = 0;
  std::vector<uint32_t> row;
  for (size_t s = 0; s < sample.size(); ++s) {
    const auto begin = exact.begin() + ptrdiff_t(s * k);
    row.assign(begin, begin + k);
    std::sort(row.begin(), row.end());
    for (const uint32_t index : found.subspan(size_t(sample[s]) * k, k)) hits += std::binary_search(row.begin(), row.end(), index);
  }
  return double(hits) / (double(sample.size()) * k);
}

}  // namespace arete
