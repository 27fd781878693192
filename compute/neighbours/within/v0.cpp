// within.cpu.v0: row 0 of its stage. Every query is compared with every reference point, once to count and once to fill; a row is sorted when it is
// full. Memory: the answer, and the longest row once more. Cost: 2·m·n distances on one thread. Obvious on purpose, never tuned. Source: ours.
#include <algorithm>
#include <utility>
#include <vector>

#include "compute/core/distance.h"
#include "compute/neighbours/within/contract.h"

namespace arete::cpu {

namespace {

class WithinV0 final : public WithinSearcher {
 public:
  explicit WithinV0(const PointArray& reference) : WithinSearcher(reference) {}

 private:
  void count(const WithinQuery& query, std::span<uint64_t> counts, const StageContext& context) override {
    withScalarType(reference_.scalar(), [&]<class T>() {
      for (uint32_t i = 0; i < query.points.size(); ++i) {
        counts[i] = rowOf<T>(query, i, UINT32_MAX, context).size();
        context.report(double(i + 1) / query.points.size());
      }
    });
  }

  void fill(const WithinQuery& query, PointsWithin& found, const StageContext& context) override {
    withScalarType(reference_.scalar(), [&]<class T>() {
      for (uint32_t i = 0; i < query.points.size(); ++i) {
        size_t place = found.starts[i];
        for (const auto& [squared, index] : rowOf<T>(query, i, query.excludeSelf ? i : UINT32_MAX, context)) {
          found.squared<T>()[place] = squared;
          found.indices[place++] = index;
        }
        context.report(double(i + 1) / query.points.size());
      }
    });
  }

  /// In order.
  template <class T>
  std::vector<std::pair<T, uint32_t>> rowOf(const WithinQuery& query, uint32_t i, uint32_t leftOut, const StageContext& context) const {
    const PointsView<T> reference = reference_.view<T>(), queries = query.points.view<T>();
    const T limit = largestSquaredWithin<T>(query.radius);
    StopTicker stop(context);
    std::vector<std::pair<T, uint32_t>> row;
    for (uint32_t j = 0; j < reference.count; ++j) {
      stop();
      const T squared =
          shared::squaredDistance(queries.point(i), queries.coordinateStride, reference.point(j), reference.coordinateStride, reference.dimension);
      if (squared <= limit && j != leftOut) row.emplace_back(squared, j);
    }
    std::ranges::sort(row);
    return row;
  }
};

}  // namespace

std::unique_ptr<WithinSearcher> withinV0(const PointArray& reference, const StageContext&) { return std::make_unique<WithinV0>(reference); }

}  // namespace arete::cpu
