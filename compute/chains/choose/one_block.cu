// choose.cuda.one_block: the thesis's "conservative" choose. Points are decided one after the other, in index order; the threads of a
// single block compare the point whose turn it is with all points chosen before it. Chunks of the cloud are pipelined: while the block
// decides the points of one chunk, which lie in shared memory, the threads already hold the coordinates of the next in registers. Warps
// vote on whether any lane found a neighbour, and the block's barrier joins the votes (the thesis counts them; one is enough here).
// Memory: the indices and coordinates of the chosen points. Cost: n rounds of one barrier and m/kOneBlock distances a thread; one
// multiprocessor works, the others idle. Loses to everything else; kept to show what strict order costs when only counting is parallel.
// The cloud is cut into launches so that none keeps the GPU for long. Source: thesis, algorithms 6 and 7.
#include <algorithm>

#include "compute/chains/choose/contract.h"
#include "compute/core/distance.h"
#include "compute/gpu/cuda_device.h"

namespace arete::cuda {

namespace {

constexpr int kOneBlock = 512;
constexpr uint32_t kPointsPerLaunch = 1u << 14;

template <class T>
struct OneBlockState {
  DevicePoints<T> cloud;
  uint32_t* chosen;
  T* coordinates;  // of the chosen points, row layout
  uint32_t* chosenCount;
  T reach;
};

/// A thread's element of the chunk that begins at point `begin` and holds `elements` coordinates in row layout.
template <class T>
__device__ T readElement(const DevicePoints<T>& cloud, uint32_t begin, uint32_t elements) {
  if (threadIdx.x >= elements) return T(0);
  const uint32_t i = begin + threadIdx.x / cloud.dimension, k = threadIdx.x % cloud.dimension;
  return cloud.data[i * cloud.pointStride + k * cloud.coordinateStride];
}

template <class T>
__global__ void __launch_bounds__(kOneBlock) oneBlockKernel(OneBlockState<T> state, uint32_t first, uint32_t end) {
  __shared__ T chunk[kOneBlock];
  const auto d = uint32_t(state.cloud.dimension);
  const uint32_t chunkPoints = kOneBlock / d;
  const auto elementsAt = [&](uint32_t begin) { return begin < end ? min(chunkPoints, end - begin) * d : 0; };
  uint32_t chosenCount = *state.chosenCount;
  T next = readElement(state.cloud, first, elementsAt(first));
  for (uint32_t begin = first; begin < end; begin += chunkPoints) {
    const uint32_t points = elementsAt(begin) / d;
    __syncthreads();
    chunk[threadIdx.x] = next;
    __syncthreads();
    next = readElement(state.cloud, begin + chunkPoints, elementsAt(begin + chunkPoints));  // arrives while this chunk is decided
    for (uint32_t p = 0; p < points; ++p) {
      bool covered = false;
      for (uint32_t j = threadIdx.x; j < chosenCount && !covered; j += kOneBlock)
        covered = shared::squaredDistance(chunk + p * d, 1, state.coordinates + size_t(j) * d, 1, int(d)) <= state.reach;
      if (__syncthreads_or(covered)) continue;
      if (threadIdx.x == 0) state.chosen[chosenCount] = begin + p;
      if (threadIdx.x < d) state.coordinates[size_t(chosenCount) * d + threadIdx.x] = chunk[p * d + threadIdx.x];
      ++chosenCount;
      __syncthreads();
    }
  }
  if (threadIdx.x == 0) *state.chosenCount = chosenCount;
}

template <class T>
std::vector<uint32_t> chooseInOneBlock(const ChooseInput& in, const StageContext& context) {
  CudaDevice& device = cudaDevice(context);
  const cudaStream_t stream = device.stream();
  const uint32_t n = in.cloud.size();
  const Buffer<uint32_t> chosen(n, stream), count(1, stream);
  const Buffer<T> coordinates(size_t(n) * size_t(in.cloud.dimension()), stream);
  count.clear();
  const OneBlockState<T> state{device.upload<T>(in.cloud), chosen.data(), coordinates.data(), count.data(), shared::squaredRadius<T>(in.r1)};
  for (uint32_t first = 0; first < n; first += kPointsPerLaunch) {
    context.checkStop();
    oneBlockKernel<T><<<1, kOneBlock, 0, stream>>>(state, first, std::min(n, first + kPointsPerLaunch));
    CUDA_CHECK_LAUNCH("oneBlockKernel");
    CUDA_CHECK(cudaStreamSynchronize(stream));
    context.report(double(first) / n);
  }
  return chosen.download(count.download(1)[0]);
}

}  // namespace

std::vector<uint32_t> chooseOneBlock(const ChooseInput& in, const StageContext& context) {
  context.checkStop();
  if (in.cloud.empty()) return {};
  return withScalarType(in.cloud.scalar(), [&]<class T>() { return chooseInOneBlock<T>(in, context); });
}

}  // namespace arete::cuda
