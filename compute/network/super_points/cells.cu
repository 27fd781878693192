// super_points.cuda.cells: points are added up by cells with integer atomics, so that their order does not matter. Where the cloud's box has few
// cells, each has its sums in an array, and those that are occupied are picked out in order. Else the points are sorted by their cells first, and
// each run of one cell adds up into one place.
// Memory: 20 bytes a cell of the box in the plane, 28 in space; sorted, 24 bytes a point and as much for the sums. Cost: one pass of divisions and
// three or four atomics a point; the sort four to eight more. Floor: reading the points once, and the super-points' way to the host. Loses to the
// CPU for a few thousand points. What was found stays on the GPU too, for the stages that follow. Source: network, step 1.
#include <thrust/iterator/counting_iterator.h>
#include <bit>
#include <cstring>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>

#include "compute/gpu/launch_shapes.h"
#include "compute/gpu/with_scratch.h"
#include "compute/network/look/super_points_on_device.cuh"
#include "compute/network/super_points/contract.h"
#include "compute/network/super_points/super_cell.h"

namespace arete::cuda {

namespace {

constexpr int kMost = 3;  // axes
using Sum = unsigned long long;

/// The cells of a cloud as kernels see them.
struct CellBox {
  double minimum[kMost], side;
  uint32_t count[kMost];

  ARETE_HD shared::CellCoordinate at(double coordinate, int k) const { return shared::cellCoordinate(coordinate, minimum[k], side); }
};

struct CellNumber {
  uint32_t at[kMost];
  __device__ bool operator==(const CellNumber& other) const { return at[0] == other.at[0] && at[1] == other.at[1] && at[2] == other.at[2]; }
};

/// Sums by place: numbers of points, sums of their offsets along each axis.
struct CellSums {
  uint32_t* counts;
  Sum* offsets[kMost];

  template <int D>
  __device__ void add(size_t place, const int64_t (&of)[D]) const {
    atomicAdd(counts + place, 1u);
#pragma unroll
    for (int k = 0; k < D; ++k) atomicAdd(offsets[k] + place, static_cast<Sum>(of[k]));
  }
};

template <class T, int D>
__device__ CellNumber cellOfPoint(const DevicePoints<T>& cloud, const CellBox& box, uint32_t i, int64_t (&offsets)[D]) {
  CellNumber cell{};
#pragma unroll
  for (int k = 0; k < D; ++k) {
    const shared::CellCoordinate found = box.at(double(cloud.data[i * cloud.pointStride + size_t(k) * cloud.coordinateStride]), k);
    cell.at[k] = static_cast<uint32_t>(found.cell), offsets[k] = found.offset;
  }
  return cell;
}

// A box of few cells

template <class T, int D>
__global__ void __launch_bounds__(kUsualBlock) addToBoxKernel(DevicePoints<T> cloud, CellBox box, CellSums sums) {
  const uint32_t i = blockIdx.x * kUsualBlock + threadIdx.x;
  if (i >= cloud.count) return;
  int64_t offsets[D];
  const CellNumber cell = cellOfPoint<T, D>(cloud, box, i, offsets);
  uint32_t place = cell.at[0];
#pragma unroll
  for (int k = 1; k < D; ++k) place = place * box.count[k] + cell.at[k];
  sums.add(place, offsets);
}

__device__ void writeSuperPoint(uint32_t s, const CellNumber& cell, const CellBox& box, const CellSums& sums, uint32_t place, int dimension,
                                shared::Vector3* places, int64_t* weights) {
  const int64_t count = sums.counts[place];
  shared::Vector3 mean;
  for (int k = 0; k < dimension; ++k)
    mean.set(k, shared::cellMean(cell.at[k], static_cast<int64_t>(sums.offsets[k][place]), count, box.minimum[k], box.side));
  places[s] = mean;
  weights[s] = count;
}

__global__ void __launch_bounds__(kUsualBlock) ofBoxKernel(const uint32_t* occupied, const uint32_t* found, CellBox box, CellSums sums, int dimension,
                                                           shared::Vector3* places, int64_t* weights) {
  const uint32_t s = blockIdx.x * kUsualBlock + threadIdx.x;
  if (s >= *found) return;
  uint32_t rest = occupied[s];
  CellNumber cell{};
  for (int k = dimension - 1; k >= 0; --k) cell.at[k] = rest % box.count[k], rest /= box.count[k];
  writeSuperPoint(s, cell, box, sums, occupied[s], dimension, places, weights);
}

// Sorted points

/// Keys of some axes, `first` to below `last`, of points in this order.
template <class T, int D>
__global__ void __launch_bounds__(kUsualBlock)
    cellKeysKernel(DevicePoints<T> cloud, CellBox box, const uint32_t* order, int first, int last, uint64_t* keys) {
  const uint32_t at = blockIdx.x * kUsualBlock + threadIdx.x;
  if (at >= cloud.count) return;
  int64_t offsets[D];
  const CellNumber cell = cellOfPoint<T, D>(cloud, box, order[at], offsets);
  uint64_t key = 0;
  for (int k = first; k < last; ++k) key = key << (32 - __clz(box.count[k] - 1)) | cell.at[k];
  keys[at] = key;
}

__global__ void __launch_bounds__(kUsualBlock) numberKernel(uint32_t count, uint32_t* numbers) {
  const uint32_t i = blockIdx.x * kUsualBlock + threadIdx.x;
  if (i < count) numbers[i] = i;
}

/// 1 where a cell begins.
template <class T, int D>
__global__ void __launch_bounds__(kUsualBlock) headsKernel(DevicePoints<T> cloud, CellBox box, const uint32_t* order, uint32_t* heads) {
  const uint32_t at = blockIdx.x * kUsualBlock + threadIdx.x;
  if (at >= cloud.count) return;
  int64_t offsets[D];
  heads[at] = at == 0 || !(cellOfPoint<T, D>(cloud, box, order[at], offsets) == cellOfPoint<T, D>(cloud, box, order[at - 1], offsets));
}

/// `upTo`: how many cells begin up to here, so one more than the number of the cell.
template <class T, int D>
__global__ void __launch_bounds__(kUsualBlock)
    addToRunsKernel(DevicePoints<T> cloud, CellBox box, const uint32_t* order, const uint32_t* upTo, CellSums sums, CellNumber* cells) {
  const uint32_t at = blockIdx.x * kUsualBlock + threadIdx.x;
  if (at >= cloud.count) return;
  int64_t offsets[D];
  const CellNumber cell = cellOfPoint<T, D>(cloud, box, order[at], offsets);
  const uint32_t place = upTo[at] - 1;
  sums.add(place, offsets);
  if (at == 0 || upTo[at - 1] == place) cells[place] = cell;
}

__global__ void __launch_bounds__(kUsualBlock) ofRunsKernel(const CellNumber* cells, const uint32_t* found, CellBox box, CellSums sums, int dimension,
                                                            shared::Vector3* places, int64_t* weights) {
  const uint32_t s = blockIdx.x * kUsualBlock + threadIdx.x;
  if (s < *found) writeSuperPoint(s, cells[s], box, sums, s, dimension, places, weights);
}

/// Device memory of the sums of so many cells, all 0.
struct SumsMemory {
  SumsMemory(size_t cells, int dimension, cudaStream_t stream) : counts(cells, stream), offsets(cells * size_t(dimension), stream) {
    counts.clear(), offsets.clear();
    view.counts = counts.data();
    for (int k = 0; k < dimension; ++k) view.offsets[k] = offsets.data() + size_t(k) * cells;
  }
  Buffer<uint32_t> counts;
  Buffer<Sum> offsets;
  CellSums view{};
};

/// T: of the coordinates. D: the dimension.
template <class T, int D>
class CellAdder {
 public:
  CellAdder(const SuperPointsInput& in, const SuperCells& cells, CudaDevice& device)
      : in_(in), device_(device), stream_(device.stream()), cloud_(device.upload<T>(in.cloud, &keep_)), most_(cloud_.count) {
    box_.side = cells.side;
    for (int k = 0; k < kMost; ++k) {
      box_.minimum[k] = cells.minimum[k], box_.count[k] = cells.count[size_t(k)];
      boxCells_ *= double(box_.count[k]);  // rounded, but not where it matters
      bounds_.minimum.set(k, k < D ? cells.minimum[k] : 0);
      bounds_.maximum.set(k, k < D ? cells.minimum[k] + double(box_.count[k]) * cells.side : 0);
    }
  }
  SuperPoints superPoints();

 private:
  static constexpr double kFewCells = 1 << 22, kCellsOfPoint = 4, kMostCells = 1 << 28;
  void inBox();
  void inRuns();
  Buffer<uint32_t> sortedByCell();

  const SuperPointsInput& in_;
  CudaDevice& device_;
  cudaStream_t stream_;
  std::shared_ptr<const void> keep_;
  const DevicePoints<T> cloud_;
  uint32_t most_;  // super-points there can be
  CellBox box_{};
  double boxCells_ = 1;
  PlaceBounds bounds_;
  Buffer<shared::Vector3> places_;
  Buffer<int64_t> weights_;
  Buffer<uint32_t> found_;  // how many there are
};

template <class T, int D>
void CellAdder<T, D>::inBox() {
  const auto cells = uint32_t(boxCells_);
  most_ = std::min(most_, cells);
  const SumsMemory sums(cells, D, stream_);
  addToBoxKernel<T, D><<<blocksFor(cloud_.count, kUsualBlock), kUsualBlock, 0, stream_>>>(cloud_, box_, sums.view);
  CUDA_CHECK_LAUNCH("addToBoxKernel");
  const Buffer<uint32_t> occupied(most_, stream_);
  withScratch(stream_, [&](void* scratch, size_t& bytes) {
    return cub::DeviceSelect::Flagged(scratch, bytes, thrust::counting_iterator<uint32_t>(0), sums.counts.data(), occupied.data(), found_.data(),
                                      cells, stream_);
  });
  places_ = Buffer<shared::Vector3>(most_, stream_), weights_ = Buffer<int64_t>(most_, stream_);
  ofBoxKernel<<<blocksFor(most_, kUsualBlock), kUsualBlock, 0, stream_>>>(occupied.data(), found_.data(), box_, sums.view, D, places_.data(),
                                                                          weights_.data());
  CUDA_CHECK_LAUNCH("ofBoxKernel");
}

/// The numbers of the points in the order of their cells: sorted by all axes at once where they fit into a key, else by the first one last.
template <class T, int D>
Buffer<uint32_t> CellAdder<T, D>::sortedByCell() {
  const uint32_t n = cloud_.count;
  const auto bitsOf = [&](int k) { return k < D ? int(std::bit_width(box_.count[k] - 1)) : 0; };
  Buffer<uint32_t> order(n, stream_), spare(n, stream_);
  const Buffer<uint64_t> keys(n, stream_), sorted(n, stream_);
  numberKernel<<<blocksFor(n, kUsualBlock), kUsualBlock, 0, stream_>>>(n, order.data());
  CUDA_CHECK_LAUNCH("numberKernel");
  const auto sortBy = [&](int first, int last) {
    int bits = 0;
    for (int k = first; k < last; ++k) bits += bitsOf(k);
    if (bits == 0) return;
    cellKeysKernel<T, D><<<blocksFor(n, kUsualBlock), kUsualBlock, 0, stream_>>>(cloud_, box_, order.data(), first, last, keys.data());
    CUDA_CHECK_LAUNCH("cellKeysKernel");
    withScratch(stream_, [&](void* scratch, size_t& bytes) {
      return cub::DeviceRadixSort::SortPairs(scratch, bytes, keys.data(), sorted.data(), order.data(), spare.data(), n, 0, bits, stream_);
    });
    std::swap(order, spare);
  };
  if (bitsOf(0) + bitsOf(1) + bitsOf(2) <= 64) sortBy(0, D);
  else sortBy(1, D), sortBy(0, 1);
  return order;
}

template <class T, int D>
void CellAdder<T, D>::inRuns() {
  const uint32_t n = cloud_.count, blocks = blocksFor(n, kUsualBlock);
  const Buffer<uint32_t> order = sortedByCell(), heads(n, stream_), upTo(n, stream_);
  headsKernel<T, D><<<blocks, kUsualBlock, 0, stream_>>>(cloud_, box_, order.data(), heads.data());
  CUDA_CHECK_LAUNCH("headsKernel");
  withScratch(stream_,
              [&](void* scratch, size_t& bytes) { return cub::DeviceScan::InclusiveSum(scratch, bytes, heads.data(), upTo.data(), n, stream_); });
  const SumsMemory sums(n, D, stream_);
  const Buffer<CellNumber> cells(n, stream_);
  addToRunsKernel<T, D><<<blocks, kUsualBlock, 0, stream_>>>(cloud_, box_, order.data(), upTo.data(), sums.view, cells.data());
  CUDA_CHECK_LAUNCH("addToRunsKernel");
  CUDA_CHECK(cudaMemcpyAsync(found_.data(), upTo.data() + n - 1, sizeof(uint32_t), cudaMemcpyDeviceToDevice, stream_));
  places_ = Buffer<shared::Vector3>(n, stream_), weights_ = Buffer<int64_t>(n, stream_);
  ofRunsKernel<<<blocks, kUsualBlock, 0, stream_>>>(cells.data(), found_.data(), box_, sums.view, D, places_.data(), weights_.data());
  CUDA_CHECK_LAUNCH("ofRunsKernel");
}

template <class T, int D>
SuperPoints CellAdder<T, D>::superPoints() {
  found_ = Buffer<uint32_t>(1, stream_);
  if (cloud_.count == 0) found_.clear();
  else if (boxCells_ <= std::min(std::max(kFewCells, kCellsOfPoint * cloud_.count), kMostCells)) inBox();
  else inRuns();
  uint32_t found = 0;
  std::memcpy(&found, device_.download(found_.data(), sizeof found), sizeof found);

  SuperPoints result;
  result.dimension = D;
  result.kernelScale = kernelScaleOf(cloud_.count);
  result.sphereCentre = sphereCentreOf(in_);
  result.places.resize(found), result.weights.resize(found);
  device_.staging().download(result.places.data(), places_.data(), found * sizeof(shared::Vector3), stream_);
  device_.staging().download(result.weights.data(), weights_.data(), found * sizeof(int64_t), stream_);
  keepOnDevice(result, device_, std::move(places_), std::move(weights_), bounds_);
  return result;
}

}  // namespace

SuperPoints superPointsCells(const SuperPointsInput& in, const StageContext& context) {
  context.checkStop();
  const SuperCells cells = superCells(in);
  CudaDevice& device = cudaDevice(context);
  return withScalarType(in.cloud.scalar(), [&]<class T>() {
    return in.cloud.dimension() == 2 ? CellAdder<T, 2>(in, cells, device).superPoints() : CellAdder<T, 3>(in, cells, device).superPoints();
  });
}

}  // namespace arete::cuda
