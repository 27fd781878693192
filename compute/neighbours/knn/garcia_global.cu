// knn.cuda.garcia_global: 16×16 squares of the distance matrix with both sets in global memory, coordinate after coordinate; then one thread per
// query inserts the distances of its column, one after the other, into its k best. The final square root is left out: answers are
// squared distances here. Memory: the points, up to 1 GiB of the matrix at a time; chunks of queries, and of reference points where a single
// query's column is too long. Cost: m·n distances, and for every one that gets in up to k moves in global memory.
// Loses with few queries, which make few threads, and with large k. Source: Garcia 2008.
#include "compute/neighbours/knn/contract.h"
#include "compute/neighbours/knn/garcia.cuh"

namespace arete::cuda {

namespace {

template <class T>
class GarciaGlobal final : public DeviceSearcher<T> {
 public:
  GarciaGlobal(const KnnInput& in, const StageContext& context) : DeviceSearcher<T>(in, context, Layout::column) {}

 private:
  void run(const DeviceQueries<T>& queries, const DeviceAnswer<T>& answer, Neighbours&, const StageContext& context) override {
    searchBySquares<T>(this->points_.view(), this->points_.size(), queries, answer, context);
  }
};

}  // namespace

std::unique_ptr<KnnSearcher> knnGarciaGlobal(const KnnInput& in, const StageContext& context) { return makeFor<GarciaGlobal>(in, context); }

}  // namespace arete::cuda
