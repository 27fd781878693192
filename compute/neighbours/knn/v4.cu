// knn.cuda.v4: v3 with the reference points transposed on the device first, coordinate after coordinate, so that neighbouring threads read
// neighbouring numbers. Memory: the points twice while they are transposed. Cost: as v3, and one pass over the points.
// Loses for one query, where transposing costs more than it saves, and with few queries, as v3. Source: version study, v4.
#include "compute/neighbours/knn/by_blocks.cuh"
#include "compute/neighbours/knn/contract.h"

namespace arete::cuda {

namespace {

template <class T>
class V4 final : public DeviceSearcher<T> {
 public:
  V4(const KnnInput& in, const StageContext& context) : DeviceSearcher<T>(in, context, Layout::column, 1) {}

 private:
  void run(const DeviceQueries<T>& queries, const DeviceAnswer<T>& answer, Neighbours&, const StageContext& context) override {
    answerByBlocks<T>(this->points_.view(), this->points_.size(), queries.points.view(), queries, 1, answer, context);
  }
};

}  // namespace

std::unique_ptr<KnnSearcher> knnV4(const KnnInput& in, const StageContext& context) { return makeFor<V4>(in, context); }

}  // namespace arete::cuda
