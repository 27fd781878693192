// knn.cuda.v6: v4 with the queries in constant memory, whose cache hands one number to all threads of a warp at once.
// Memory: as v4, and the queries in 64 KiB of constant memory; more queries than fit there are answered by v4, and the note says so.
// Cost: as v4, and a copy of the queries. Loses to v7 with few queries. Source: version study, v6.
#include "compute/neighbours/knn/by_blocks.cuh"
#include "compute/neighbours/knn/contract.h"

namespace arete::cuda {

namespace {

constexpr size_t kConstant_bytes = 64 << 10;
__constant__ double constantQueries[kConstant_bytes / sizeof(double)];

/// Queries in constant memory, in rows.
template <class T>
struct ConstantRows {
  int dimension;
  __device__ T at(size_t point, int k) const { return reinterpret_cast<const T*>(constantQueries)[point * dimension + k]; }
};

template <class T>
class V6 final : public DeviceSearcher<T> {
 public:
  V6(const KnnInput& in, const StageContext& context) : DeviceSearcher<T>(in, context, Layout::column, 1) {}

 private:
  void run(const DeviceQueries<T>& queries, const DeviceAnswer<T>& answer, Neighbours& found, const StageContext& context) override {
    const cudaStream_t stream = cudaDevice(context).stream();
    const int dimension = queries.points.dimension();
    const size_t bytes = size_t(queries.size()) * dimension * sizeof(T);
    const Strided<T> references = this->points_.view();
    if (bytes > kConstant_bytes) {
      found.note = "queries need " + std::to_string((bytes + 1023) >> 10) + " KiB of constant memory, 64 KiB exist: fell back to v4";
      answerByBlocks<T>(references, this->points_.size(), queries.points.view(), queries, 1, answer, context);
      return;
    }
    void* address = nullptr;
    CUDA_CHECK(cudaGetSymbolAddress(&address, constantQueries));
    const Strided<T> from = queries.points.view();
    copyLayout<T><<<(queries.size() + 255) / 256, 256, 0, stream>>>(from, static_cast<T*>(address), dimension, 1, queries.size(), dimension);
    CUDA_CHECK_LAUNCH("copyLayout");
    answerByBlocks<T>(references, this->points_.size(), ConstantRows<T>{dimension}, queries, 1, answer, context);
  }
};

}  // namespace

std::unique_ptr<KnnSearcher> knnV6(const KnnInput& in, const StageContext& context) { return makeFor<V6>(in, context); }

}  // namespace arete::cuda
