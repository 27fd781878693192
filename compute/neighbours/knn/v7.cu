// knn.cuda.v7: v4 with as many blocks per query as fill the device, by the occupancy that the runtime reports; the blocks' nearest are
// compared in a second kernel (in the study: on the host). Memory: the points, and a key per query and block.
// Cost: m·n distances, on all multiprocessors also for one query. Loses to nothing of v1 … v6 for few queries; for many it is v4.
// Source: version study, v7.
#include "compute/neighbours/knn/by_blocks.cuh"
#include "compute/neighbours/knn/contract.h"

namespace arete::cuda {

namespace {

template <class T>
class V7 final : public DeviceSearcher<T> {
 public:
  V7(const KnnInput& in, const StageContext& context) : DeviceSearcher<T>(in, context, Layout::column, 1) {}

 private:
  void run(const DeviceQueries<T>& queries, const DeviceAnswer<T>& answer, Neighbours&, const StageContext& context) override {
    const uint32_t n = this->points_.size();
    const uint32_t parts = blocksPerQuery<T>(queries.size(), n, cudaDevice(context).properties());
    answerByBlocks<T>(this->points_.view(), n, queries.points.view(), queries, parts, answer, context);
  }
};

}  // namespace

std::unique_ptr<KnnSearcher> knnV7(const KnnInput& in, const StageContext& context) { return makeFor<V7>(in, context); }

}  // namespace arete::cuda
