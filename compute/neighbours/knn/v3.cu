// knn.cuda.v3: distances and their minimum in one kernel. A block takes a query; its threads take reference points in turn, keep their
// nearest, and halve the candidates in shared memory. No distance matrix is written or read.
// Memory: the points and 8 bytes a query (16 in double). Cost: m·n distances. Loses because neighbouring threads read points that lie
// d numbers apart, the more the larger d, and with few queries because most multiprocessors have none. Source: version study, v3.
#include "compute/neighbours/knn/by_blocks.cuh"
#include "compute/neighbours/knn/contract.h"

namespace arete::cuda {

namespace {

template <class T>
class V3 final : public DeviceSearcher<T> {
 public:
  V3(const KnnInput& in, const StageContext& context) : DeviceSearcher<T>(in, context, Layout::row, 1) {}

 private:
  void run(const DeviceQueries<T>& queries, const DeviceAnswer<T>& answer, Neighbours&, const StageContext& context) override {
    answerByBlocks<T>(this->points_.view(), this->points_.size(), queries.points.view(), queries, 1, answer, context);
  }
};

}  // namespace

std::unique_ptr<KnnSearcher> knnV3(const KnnInput& in, const StageContext& context) { return makeFor<V3>(in, context); }

}  // namespace arete::cuda
