// Answers of a search that stay on the GPU, as other programs want them: indices of 64 bits, and distances that are not squared. The square root is
// the rounded one of IEEE 754, as the host's.
#include <chrono>
#include <cmath>

#include "compute/core/error.h"
#include "compute/gpu/arrays/give.h"
#include "compute/gpu/cuda_device.h"
#include "compute/gpu/launch_shapes.h"
#include "compute/neighbours/knn/knn_on_gpu.h"
#include "compute/neighbours/knn/on_gpu_search.cuh"
#include "compute/neighbours/knn/stage.h"

namespace arete {

namespace cuda {

namespace {

template <class T>
__global__ void __launch_bounds__(kUsualBlock) finishAnswersKernel(const uint32_t* found, uint64_t count, int64_t* indices, T* distances) {
  const uint64_t i = uint64_t(blockIdx.x) * kUsualBlock + threadIdx.x;
  if (i >= count) return;
  indices[i] = int64_t(found[i]);
  distances[i] = std::sqrt(distances[i]);
}

template <class T>
void searchAndFinish(OnGpuSearch& search, const KnnQuery& query, GpuNeighbours& answer, Neighbours& found, const StageContext& context) {
  const cudaStream_t stream = cudaDevice(context).stream();
  const size_t count = size_t(found.queries) * found.k;
  const Buffer<uint32_t> narrow(count, stream);
  auto* const distances = static_cast<T*>(answer.distances.memory.get());
  search.searchInto(query, narrow.data(), distances, found, context);
  finishAnswersKernel<T><<<blocksFor(count, kUsualBlock), kUsualBlock, 0, stream>>>(narrow.data(), count,
                                                                                    static_cast<int64_t*>(answer.indices.memory.get()), distances);
  CUDA_CHECK_LAUNCH("finishAnswersKernel");
  CUDA_CHECK(cudaStreamSynchronize(stream));
}

}  // namespace

}  // namespace cuda

GpuNeighbours neighboursOnGpu(KnnSearcher& searcher, const PointArray& reference, const KnnQuery& query, const StageContext& context) {
  const auto begin = std::chrono::steady_clock::now();
  const auto shapeOf = [](const PointArray& points) { return PointsShape{points.size(), points.dimension(), points.scalar()}; };
  checkKnnQuery(shapeOf(reference), shapeOf(query.points), query.k, query.excludeSelf);
  auto* const search = dynamic_cast<cuda::OnGpuSearch*>(&searcher);
  if (search == nullptr) throw Error(ErrorKind::internal, "cannot search neighbours", "", "this version brings its answers to the host");
  const int gpu = cuda::cudaDevice(context).index();
  Neighbours found;
  found.queries = query.points.size();
  found.k = query.k;
  GpuNeighbours answer;
  answer.indices = cuda::numbersOnGpu(found.queries, int(found.k), {ElementKind::integer, 8}, gpu);
  withScalarType(reference.scalar(), [&]<class T>() {
    answer.distances = cuda::numbersOnGpu(found.queries, int(found.k), {ElementKind::real, int(sizeof(T))}, gpu);
    cuda::searchAndFinish<T>(*search, query, answer, found, context);
  });
  answer.times = found.times;
  answer.times.total = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  return answer;
}

KnnFunction knnOfGpu(const StageContext& context) { return dynamic_cast<cuda::CudaDevice*>(&context.device) == nullptr ? nullptr : cuda::knnBest; }

}  // namespace arete
