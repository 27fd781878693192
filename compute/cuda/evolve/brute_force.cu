// evolve.cuda.brute_force: every cloud point against every chosen point, as the thesis does it. Nearest kernel: a block copies S tile by
// tile into shared memory, each thread holds kPointsPerThread cloud points in registers and compares them with the whole tile, then
// adds the coordinates of its points to the sums of their chosen points (integer atomics in global memory: any order, same bits). Shift
// kernel: a thread per chosen point divides and moves. The loop is driven by the host.
// Memory: m·(d+1) integers, and S. Cost: n·m distances of 3d operations an iteration. Loses to the accelerated version always; stays as
// the measure of what the card can do: at 1 M points and 600 chosen in 2D, 600 M distances are 3.0 Gflop of unfused multiply and add.
// Dimensions 1…4 are compiled with d known, all others share one version with d as a run-time value.
// Source: thesis, algorithms 8–10, 3.3.2.
#include "compute/core/fixed_scale.h"
#include "compute/cuda/cuda_device.h"
#include "compute/cuda/evolve/sums.cuh"
#include "compute/cuda/versions.h"
#include "compute/shared/distance.h"

namespace arete::cuda {

namespace {

constexpr int kBlock = 256;
constexpr int kPointsPerThread = 4;
constexpr int kTileBytes = 16 * 1024;  // of S in shared memory; leaves room for several blocks on a multiprocessor

/// Nearest chosen point of kPointsPerThread points, those i = first + j·kBlock. D = 0: dimension at run time.
template <int D, class T, class Visit>
__device__ void searchNearest(const DevicePoints<T>& cloud, const T* chosen, uint32_t m, T reach, const Visit& visit) {
  extern __shared__ unsigned char tileBytes[];
  T* const tile = reinterpret_cast<T*>(tileBytes);
  constexpr int kRegisters = D > 0 ? D : kMaxDimension;
  const int dimension = D > 0 ? D : cloud.dimension;
  const uint32_t tilePoints = kTileBytes / sizeof(T) / dimension;
  const size_t first = size_t(blockIdx.x) * kBlock * kPointsPerThread + threadIdx.x;

  T point[kPointsPerThread][kRegisters], best[kPointsPerThread];
  uint32_t nearest[kPointsPerThread];
  for (int j = 0; j < kPointsPerThread; ++j) {
    const size_t i = first + size_t(j) * kBlock;
    best[j] = reach;
    nearest[j] = kUnassigned;
    for (int k = 0; k < dimension; ++k) point[j][k] = i < cloud.count ? cloud.data[i * cloud.pointStride + k * cloud.coordinateStride] : T(0);
  }
  for (uint32_t begin = 0; begin < m; begin += tilePoints) {
    const uint32_t count = min(tilePoints, m - begin);
    __syncthreads();
    for (uint32_t e = threadIdx.x; e < count * dimension; e += kBlock) tile[e] = chosen[size_t(begin) * dimension + e];
    __syncthreads();
    for (uint32_t s = 0; s < count; ++s)
#pragma unroll
      for (int j = 0; j < kPointsPerThread; ++j) {
        const T squared = shared::squaredDistance(point[j], 1, tile + s * dimension, 1, dimension);
        if (squared < best[j] || (squared == best[j] && nearest[j] == kUnassigned)) best[j] = squared, nearest[j] = begin + s;
      }
  }
  for (int j = 0; j < kPointsPerThread; ++j)
    if (const size_t i = first + size_t(j) * kBlock; i < cloud.count) visit(i, nearest[j], point[j]);
}

template <int D, class T>
__global__ void __launch_bounds__(kBlock)
    nearestKernel(DevicePoints<T> cloud, const T* chosen, uint32_t m, T reach, shared::FixedScale scale, unsigned long long* sums, uint32_t* counts) {
  const int dimension = D > 0 ? D : cloud.dimension;
  searchNearest<D>(cloud, chosen, m, reach, [&](size_t, uint32_t nearest, const T* point) {
    if (nearest == kUnassigned) return;
    atomicAdd(counts + nearest, 1u);
    for (int k = 0; k < dimension; ++k)
      DeviceSums<T>::add(sums + (size_t(nearest) * dimension + k) * DeviceSums<T>::kWords, shared::toFixed(point[k], scale));
  });
}

template <int D, class T>
__global__ void __launch_bounds__(kBlock) assignmentKernel(DevicePoints<T> cloud, const T* chosen, uint32_t m, T reach, uint32_t* assignment) {
  searchNearest<D>(cloud, chosen, m, reach, [&](size_t i, uint32_t nearest, const T*) { assignment[i] = nearest; });
}

template <class T>
__global__ void __launch_bounds__(kBlock) shiftKernel(T* chosen, uint32_t m, int dimension, const unsigned long long* sums, const uint32_t* counts,
                                                      shared::FixedScale scale, shared::MoveRule<T> rule, uint32_t* moved) {
  const uint32_t s = blockIdx.x * kBlock + threadIdx.x;
  bool any = false;
  if (s < m && counts[s] > 0)
    for (int k = 0; k < dimension; ++k) {
      T& coordinate = chosen[size_t(s) * dimension + k];
      const auto sum = DeviceSums<T>::read(sums + (size_t(s) * dimension + k) * DeviceSums<T>::kWords);
      const T next = shared::movedCoordinate(coordinate, static_cast<T>(shared::fixedMean(sum, counts[s], scale)), counts[s], rule);
      any = any || next != coordinate;
      coordinate = next;
    }
  const uint32_t movedInBlock = __syncthreads_count(any);
  if (threadIdx.x == 0 && movedInBlock > 0) atomicAdd(moved, movedInBlock);
}

template <class T>
class BruteForce final : public Evolver {
 public:
  BruteForce(const EvolveInput& in, CudaDevice& device)
      : device_(device),
        cloud_(in.cloud),
        points_(device.upload<T>(in.cloud)),
        reach_(shared::squaredRadius<T>(in.r1)),
        rule_(moveRule<T>(in.params, in.r1)),
        scale_(makeFixedScale(in.cloud)),
        moved_(1, device.stream()) {}

  void reset(const PointArray& chosen, const StageContext&) override {
    const PointArray rows = chosen.withLayout(Layout::row);
    const cudaStream_t stream = device_.stream();
    m_ = rows.size();
    chosen_.reserve(size_t(m_) * points_.dimension, stream);
    sums_.reserve(size_t(m_) * points_.dimension * DeviceSums<T>::kWords, stream);
    counts_.reserve(m_, stream);
    chosen_.upload(rows.elements<T>());
    CUDA_CHECK(cudaStreamSynchronize(stream));  // the host rows go out of scope
  }

  EvolveStep step(const StageContext& context) override {
    context.checkStop();
    const cudaStream_t stream = device_.stream();
    if (m_ == 0) return {0, points_.count};
    sums_.clear();
    counts_.clear();
    moved_.clear();
    if (points_.count > 0)
      launch([&]<int D>() {
        nearestKernel<D, T><<<blocks(), kBlock, kTileBytes, stream>>>(points_, chosen_.data(), m_, reach_, scale_, sums_.data(), counts_.data());
      });
    CUDA_CHECK_LAUNCH("nearestKernel");
    shiftKernel<T><<<(m_ + kBlock - 1) / kBlock, kBlock, 0, stream>>>(chosen_.data(), m_, points_.dimension, sums_.data(), counts_.data(), scale_,
                                                                      rule_, moved_.data());
    CUDA_CHECK_LAUNCH("shiftKernel");
    return {moved_.download(1)[0], points_.count};
  }

  PointArray chosen() const override { return PointArray::fromRows(chosen_.download(size_t(m_) * points_.dimension), points_.dimension); }

  std::vector<uint32_t> assignment(const StageContext& context) override {
    context.checkStop();
    const Buffer<uint32_t> result(points_.count, device_.stream());
    if (points_.count > 0)
      launch([&]<int D>() {
        assignmentKernel<D, T><<<blocks(), kBlock, kTileBytes, device_.stream()>>>(points_, chosen_.data(), m_, reach_, result.data());
      });
    CUDA_CHECK_LAUNCH("assignmentKernel");
    return result.download(points_.count);
  }

 private:
  uint32_t blocks() const { return uint32_t((size_t(points_.count) + kBlock * kPointsPerThread - 1) / (kBlock * kPointsPerThread)); }

  template <class Launch>
  void launch(const Launch& launchWith) const {
    switch (points_.dimension) {
      case 1:
        return launchWith.template operator()<1>();
      case 2:
        return launchWith.template operator()<2>();
      case 3:
        return launchWith.template operator()<3>();
      case 4:
        return launchWith.template operator()<4>();
      default:
        return launchWith.template operator()<0>();
    }
  }

  CudaDevice& device_;
  const PointCloud cloud_;  // keeps the upload alive
  const DevicePoints<T> points_;
  const T reach_;
  const shared::MoveRule<T> rule_;
  const shared::FixedScale scale_;
  uint32_t m_ = 0;
  Buffer<T> chosen_;
  Buffer<unsigned long long> sums_;
  Buffer<uint32_t> counts_, moved_;
};

}  // namespace

std::unique_ptr<Evolver> evolveBruteForce(const EvolveInput& in, const StageContext& context) {
  CudaDevice& device = cudaDevice(context);
  return withScalarType(in.cloud.scalar(), [&]<class T>() -> std::unique_ptr<Evolver> { return std::make_unique<BruteForce<T>>(in, device); });
}

}  // namespace arete::cuda
