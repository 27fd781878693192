// radius.cuda.warps: a warp a ball. Each lane takes blocks of cells that the ball touches, finds their first cell by halving and adds up what is in
// the ball; ten sums over the warp give the shape, which every lane computes, and so where the ball goes next.
// Points are hashed where they lie; only those with small hashes are kept, sorted and counted, until there are enough different ones.
// Memory: 8 bytes a point that is kept, as a rule 65 536; 100 bytes a cell of some twelve sizes. Cost: two passes over the points, then two or three
// launches of some ten thousand warps. Floor: reading the points once. Loses to the CPU for a few thousand points. Source: radius.
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <array>
#include <cstring>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>

#include "compute/gpu/cuda_device.h"
#include "compute/gpu/launch_shapes.h"
#include "compute/gpu/warp.cuh"
#include "compute/gpu/with_scratch.h"
#include "compute/network/radius/contract.h"
#include "compute/network/radius/dimension_profile.h"

namespace arete::cuda {

namespace {

using shared::BallBlocks;
using shared::BallShape;
using shared::BallSums;
using shared::CloudLattice;
using shared::LatticePlace;
using Number = unsigned long long;

// The sample

/// Adds up how many points have hashes up to the limit; with room for them, also writes these.
template <class T>
__global__ void __launch_bounds__(kUsualBlock)
    leastHashesKernel(DevicePoints<T> cloud, CloudLattice lattice, uint64_t limit, uint32_t* count, uint64_t* hashes) {
  const uint32_t i = blockIdx.x * kUsualBlock + threadIdx.x;
  if (i >= cloud.count) return;
  LatticePlace place;
  for (int k = 0; k < lattice.dimension; ++k)
    place.set(k, lattice.at(double(cloud.data[i * cloud.pointStride + size_t(k) * cloud.coordinateStride]), k));
  const uint64_t hash = shared::mixed(shared::mortonKey(place, lattice.dimension));
  if (hash > limit) return;
  const uint32_t at = atomicAdd(count, 1u);
  if (hashes != nullptr) hashes[at] = hash;
}

__global__ void __launch_bounds__(kUsualBlock) unmixKernel(uint64_t* hashes, uint32_t count) {
  const uint32_t i = blockIdx.x * kUsualBlock + threadIdx.x;
  if (i < count) hashes[i] = shared::unmixed(hashes[i]);
}

void sortKeys(const Buffer<uint64_t>& from, const Buffer<uint64_t>& to, uint32_t count, cudaStream_t stream) {
  withScratch(stream, [&](void* scratch, size_t& bytes) {
    return cub::DeviceRadixSort::SortKeys(scratch, bytes, from.data(), to.data(), count, 0, 64, stream);
  });
}

/// The points of the sample on the device, in Morton order.
template <class T>
class Sampler {
 public:
  Sampler(const PointCloud& cloud, const CloudLattice& lattice, CudaDevice& device)
      : lattice_(lattice), device_(device), stream_(device.stream()), cloud_(device.upload<T>(cloud, &keep_)), number_(1, stream_) {}

  Buffer<uint64_t> keys(uint32_t& count, const StageContext& context) {
    constexpr uint64_t kMore = 4;
    constexpr auto kMost = uint32_t(LatticeSample::kMostPlaces);
    count = 0;
    if (cloud_.count == 0) return {};
    uint64_t limit = cloud_.count <= 2 * kMost ? UINT64_MAX : UINT64_MAX / cloud_.count * (2 * kMost);
    while (true) {  // twice as a rule: the limit reaches its end
      context.checkStop();
      Buffer<uint64_t> hashes = differentUpTo(limit, count);
      if (count >= kMost || limit == UINT64_MAX) return inMortonOrder(hashes, count = std::min(count, kMost));
      limit = limit > UINT64_MAX / kMore ? UINT64_MAX : limit * kMore;
    }
  }

 private:
  uint32_t hashesUpTo(uint64_t limit, uint64_t* to) const {
    number_.clear();
    leastHashesKernel<T><<<blocksFor(cloud_.count, kUsualBlock), kUsualBlock, 0, stream_>>>(cloud_, lattice_, limit, number_.data(), to);
    CUDA_CHECK_LAUNCH("leastHashesKernel");
    return number();
  }
  uint32_t number() const {
    uint32_t number = 0;
    std::memcpy(&number, device_.download(number_.data(), sizeof number), sizeof number);
    return number;
  }
  /// Ascending, each once.
  Buffer<uint64_t> differentUpTo(uint64_t limit, uint32_t& count) const {
    count = hashesUpTo(limit, nullptr);
    if (count == 0) return {};
    Buffer<uint64_t> hashes(count, stream_);
    const Buffer<uint64_t> sorted(count, stream_);
    hashesUpTo(limit, hashes.data());
    sortKeys(hashes, sorted, count, stream_);
    withScratch(stream_, [&](void* scratch, size_t& bytes) {
      return cub::DeviceSelect::Unique(scratch, bytes, sorted.data(), hashes.data(), number_.data(), int(count), stream_);
    });
    count = number();
    return hashes;
  }
  Buffer<uint64_t> inMortonOrder(const Buffer<uint64_t>& hashes, uint32_t count) const {
    Buffer<uint64_t> keys(count, stream_);
    if (count == 0) return keys;
    unmixKernel<<<blocksFor(count, kUsualBlock), kUsualBlock, 0, stream_>>>(hashes.data(), count);
    CUDA_CHECK_LAUNCH("unmixKernel");
    sortKeys(hashes, keys, count, stream_);
    return keys;
  }

  const CloudLattice& lattice_;
  CudaDevice& device_;
  cudaStream_t stream_;
  std::shared_ptr<const void> keep_;
  const DevicePoints<T> cloud_;
  const Buffer<uint32_t> number_;
};

// Cells

/// 1 where a cell begins.
struct BeginsCell {
  const uint64_t* keys;
  int shift;
  __device__ uint32_t operator()(uint32_t i) const { return i == 0 || keys[i] >> shift != keys[i - 1] >> shift; }
};

/// `upTo`: how many cells begin up to here.
__global__ void __launch_bounds__(kUsualBlock)
    addToCellsKernel(const uint64_t* keys, const uint32_t* upTo, uint32_t count, int shift, int dimension, uint64_t* cells, BallSums* sums) {
  const uint32_t i = blockIdx.x * kUsualBlock + threadIdx.x;
  if (i >= count) return;
  const uint32_t cell = upTo[i] - 1;
  if (i == 0 || upTo[i - 1] == cell) cells[cell] = keys[i] >> shift;
  BallSums own;
  own.add(shared::placeOfKey(keys[i], dimension));
  for (int k = 0; k < BallSums::kNumbers; ++k) atomicAdd(reinterpret_cast<Number*>(&sums[cell].at[k]), static_cast<Number>(own.at[k]));
}

__global__ void __launch_bounds__(kUsualBlock) meansKernel(const BallSums* sums, uint32_t count, LatticePlace* means) {
  const uint32_t i = blockIdx.x * kUsualBlock + threadIdx.x;
  if (i < count) means[i] = sums[i].mean();
}

/// The cells of one size as kernels see them.
struct CellsThere {
  const uint64_t* keys;
  const BallSums* sums;
  const LatticePlace* means;
  uint32_t count;
};

struct CellsMemory {
  Buffer<uint64_t> keys;
  Buffer<BallSums> sums;
  Buffer<LatticePlace> means;
  uint32_t count = 0;
};

struct AllCells {
  CellsThere ofBits[kCoarsestRung / 2];
};

// Balls

/// The first cell of a block or a later one.
__device__ uint32_t firstCell(const CellsThere& cells, uint64_t key) {
  uint32_t low = 0, high = cells.count;
  while (low < high) {
    const uint32_t middle = (low + high) / 2;
    if (cells.keys[middle] < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/// Called by all lanes of a warp.
__device__ BallSums sumsOf(const CellsThere& cells, const LatticePlace& centre, int rung, int dimension) {
  const BallBlocks ball(centre, rung, dimension);
  const int x = ball.high.x - ball.low.x + 1, y = ball.high.y - ball.low.y + 1, z = ball.high.z - ball.low.z + 1;
  const int bits = BallBlocks::kBits * dimension;
  BallSums sums;
  for (int i = int(threadIdx.x % kWarp); i < x * y * z; i += int(kWarp)) {
    const LatticePlace block{ball.low.x + i % x, ball.low.y + i / x % y, ball.low.z + i / x / y};
    if (!ball.touches(block)) continue;
    const uint64_t key = shared::mortonKey(block, dimension);
    for (uint32_t at = firstCell(cells, key << bits); at < cells.count && cells.keys[at] >> bits == key; ++at)
      if (ball.holds(cells.means[at])) sums.add(cells.sums[at]);
  }
  for (int k = 0; k < BallSums::kNumbers; ++k) sums.at[k] = added(sums.at[k]);
  return sums;
}

__global__ void __launch_bounds__(kUsualBlock)
    ballShapesKernel(const __grid_constant__ AllCells all, const BallAsked* balls, uint32_t count, int dimension, BallShape* shapes) {
  const uint32_t i = (blockIdx.x * kUsualBlock + threadIdx.x) / kWarp;
  if (i >= count) return;  // the whole warp
  const int rung = balls[i].rung;
  const CellsThere& cells = all.ofBits[shared::cellBitsOfRung(rung)];
  LatticePlace centre = balls[i].centre;
  for (int move = 0; move < BallLooker::kMoves; ++move) ballShape(sumsOf(cells, centre, rung, dimension), centre, true);
  const BallShape shape = ballShape(sumsOf(cells, centre, rung, dimension), centre, false);
  if (threadIdx.x % kWarp == 0) shapes[i] = shape;
}

class WarpBalls final : public BallLooker {
 public:
  WarpBalls(const Buffer<uint64_t>& keys, uint32_t count, int dimension, CudaDevice& device, const StageContext& context)
      : keys_(keys), count_(count), dimension_(dimension), device_(device), stream_(device.stream()), context_(context) {}

  std::vector<BallShape> look(std::span<const BallAsked> balls) override {
    context_.checkStop();
    std::vector<BallShape> shapes(balls.size());
    if (balls.empty()) return shapes;
    for (const BallAsked& ball : balls) prepare(shared::cellBitsOfRung(ball.rung));
    const Buffer<BallAsked> asked(balls.size(), stream_);
    const Buffer<BallShape> seen(balls.size(), stream_);
    asked.upload(balls);
    const uint32_t blocks = blocksFor(balls.size(), kUsualBlock / kWarp);
    ballShapesKernel<<<blocks, kUsualBlock, 0, stream_>>>(all_, asked.data(), uint32_t(balls.size()), dimension_, seen.data());
    CUDA_CHECK_LAUNCH("ballShapesKernel");
    device_.staging().download(shapes.data(), seen.data(), shapes.size() * sizeof(BallShape), stream_);
    return shapes;
  }

 private:
  /// The cells of a size, from all points: each size is summed once.
  void prepare(int bits) {
    CellsMemory& cells = cells_[size_t(bits)];
    if (cells.count > 0) return;
    const int shift = bits * dimension_;
    const Buffer<uint32_t> upTo(count_, stream_);
    const auto begins = thrust::make_transform_iterator(thrust::counting_iterator<uint32_t>(0), BeginsCell{keys_.data(), shift});
    withScratch(stream_, [&](void* scratch, size_t& bytes) {
      return cub::DeviceScan::InclusiveSum(scratch, bytes, begins, upTo.data(), int(count_), stream_);
    });
    std::memcpy(&cells.count, device_.download(upTo.data() + count_ - 1, sizeof cells.count), sizeof cells.count);
    cells.keys = Buffer<uint64_t>(cells.count, stream_), cells.sums = Buffer<BallSums>(cells.count, stream_);
    cells.means = Buffer<LatticePlace>(cells.count, stream_);
    cells.sums.clear();
    addToCellsKernel<<<blocksFor(count_, kUsualBlock), kUsualBlock, 0, stream_>>>(keys_.data(), upTo.data(), count_, shift, dimension_,
                                                                                  cells.keys.data(), cells.sums.data());
    CUDA_CHECK_LAUNCH("addToCellsKernel");
    meansKernel<<<blocksFor(cells.count, kUsualBlock), kUsualBlock, 0, stream_>>>(cells.sums.data(), cells.count, cells.means.data());
    CUDA_CHECK_LAUNCH("meansKernel");
    all_.ofBits[size_t(bits)] = {cells.keys.data(), cells.sums.data(), cells.means.data(), cells.count};
  }

  const Buffer<uint64_t>& keys_;
  uint32_t count_;
  int dimension_;
  CudaDevice& device_;
  cudaStream_t stream_;
  const StageContext& context_;
  std::array<CellsMemory, kCoarsestRung / 2> cells_;
  AllCells all_{};
};

}  // namespace

CloudRadius radiusWarps(const RadiusInput& in, const StageContext& context) {
  context.checkStop();
  CudaDevice& device = cudaDevice(context);
  LatticeSample sample{cloudLattice(in.cloud), {}};
  uint32_t count = 0;
  const Buffer<uint64_t> keys =
      withScalarType(in.cloud.scalar(), [&]<class T>() { return Sampler<T>(in.cloud, sample.lattice, device).keys(count, context); });
  sample.keys.resize(count);
  if (count > 0) device.staging().download(sample.keys.data(), keys.data(), count * sizeof(uint64_t), device.stream());
  WarpBalls balls(keys, count, sample.lattice.dimension, device, context);
  return cloudRadius(sample, balls, context);
}

}  // namespace arete::cuda
