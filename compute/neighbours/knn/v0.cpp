// knn.cpu.v0: row 0 of its stage. Every query is compared with every reference point; the k nearest so far are kept sorted by insertion.
// Memory: the answer. Cost: m·n distances on one thread, and up to k moves for a point that gets in. Obvious on purpose, never tuned.
// Source: version study, v0.
#include "compute/neighbours/knn/contract.h"
#include "compute/neighbours/knn/nearest_list.h"

namespace arete::cpu {

namespace {

class V0 final : public KnnSearcher {
 public:
  explicit V0(const KnnInput& in) : KnnSearcher(in) {}

 private:
  void search(const KnnQuery& query, Neighbours& found, const StageContext& context) override {
    withScalarType(reference_.scalar(), [&]<class T>() { searchAs<T>(query, found, context); });
  }

  template <class T>
  void searchAs(const KnnQuery& query, Neighbours& found, const StageContext& context) const {
    const PointsView<T> reference = reference_.view<T>(), queries = query.points.view<T>();
    T* const distances = found.squared<T>().data();
    StopTicker stop(context);
    for (uint32_t i = 0; i < queries.count; ++i) {
      const size_t row = size_t(i) * query.k;
      shared::NearestList<T> nearest(&found.indices[row], distances + row, query.k, query.excludeSelf ? i : UINT32_MAX);
      for (uint32_t j = 0; j < reference.count; ++j) {
        stop();
        nearest.offer(
            shared::squaredDistance(queries.point(i), queries.coordinateStride, reference.point(j), reference.coordinateStride, reference.dimension),
            j);
      }
      context.report(double(i + 1) / queries.count);
    }
  }
};

}  // namespace

std::unique_ptr<KnnSearcher> knnV0(const KnnInput& in, const StageContext&) { return std::make_unique<V0>(in); }

}  // namespace arete::cpu
