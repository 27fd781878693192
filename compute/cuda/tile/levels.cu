// tile.cuda.levels: the tree of row 0 on the GPU, several levels at a time, without moving a point before its leaf is known.
//
// Idea. Dividing is counting. A round counts the points of all tiles that are too full into 2^k parts of each, makes the tiles of k levels
// from these counts, and writes down for each part which leaf its points are in or which tile is divided on. The next round's look at a point
// starts with reading that. When no tile is too full, points are put in the order of the leaves by one stable radix sort of (leaf, index), so
// that indices ascend in every leaf as in row 0.
// With exact cells (grouped, extended tiles) the halves that a point is in depend on its cell of level 1 alone. They are found once, 32 at a
// time: by scaling the coordinate, where it is farther from every boundary than rounding can reach (pathWithin), else by the comparisons that row 0
// makes, with boundaries from the same formula in double. k is at most 8, so three rounds make 24 levels.
// Tight bounds (local tiles) depend on the points, so k = 1: a round also finds the extent of each half along the axis that is halved next, by
// integer atomics on coordinates whose order is that of integers. All bounds of leaves come at the end, from CUB's reduction by leaf.
// Counters are in the shared memory of a block, dealt out to that of a cluster of up to 8 blocks, or straight in global memory: tile_histogram;
// automatic takes the first that they fit into, where adding them up costs less than counting. The rounds are driven by a control block in device
// memory: the host launches kSeveral rounds of two kernels and looks once how far they came. When few of the points are in tiles that are still
// divided, warps list these (ballots, an addition a warp), and the next rounds look at no others: so a dense spot costs what it holds, 63 levels deep
// or not.
//
// Changed against the thesis, which starts a kernel from a kernel for each tile, has every block of it read the whole parent's points, and
// waits for it on the device, which today's CUDA cannot: all tiles of a level share a launch, and a level reads each point once.
//
// Memory: by point 16 bytes, 8 more while leaves are found; the tables 8 bytes (float, tight: 16) by counter, at most max(n/8, 2 n/capacity,
// cells) of them; 16 + 16 d bytes a node. Cost, for 100 M 3D points of 12 bytes and capacity 4096 on an H200, ms of device time, measured (floor: the
// bytes at 4.0 TB/s). Exact cells: cells 2.5 (0.5; instructions are what it takes), four rounds 3.9 (0.3 each; fetching entries and adding to
// counters is more), order of the points 3.6 (1.0: leaf numbers 0.3, two passes of the sort 0.4 each; it takes 0.5 and 0.9 each): together 10.1.
// Local tiles: 28, of it 20 rounds of one level 18 (0.5 each), bounds 6.0 (1.6). One million points: 0.24, local 0.45, mostly launches and two waits.
// What the host does is not in this: 400 MB of indices take 41 ms, of which the bus needs 8. All figures: docs/performance-gpu.md. Loses to
// tile.cpu.parallel on some thousand points, and where capacity is a handful: then a round makes one level and tables are as long as the cloud.
// Source: spec "Tiled detection"; thesis algorithms 13–18 and 4.2.
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <memory>

#include "compute/core/cuda_times.h"
#include "compute/core/error.h"
#include "compute/cuda/tile/assemble.h"
#include "compute/cuda/tile/clock.h"
#include "compute/cuda/tile/node_kernels.cuh"
#include "compute/cuda/tile/point_kernels.cuh"
#include "compute/cuda/tile/surroundings.h"
#include "compute/cuda/versions.h"
#include "compute/cuda/with_scratch.h"

namespace arete::cuda {

namespace {

constexpr uint32_t kSeveral = 4, kSeveralTight = 8;                    // rounds between two looks of the host
constexpr double kLeastWidth = 1e-280;                                 // of a cell whose halvings are found by scaling: far from underflow
constexpr uint32_t kFewOf = 8;                                         // points are listed when fewer than 1 / kFewOf of those looked at are active
constexpr uint32_t kLeastCounters = 1 << 16, kMostCounters = 1 << 23;  // that are made to have more levels in a round: 32 MiB stay in the cache

uint32_t blocksFor(size_t count, uint32_t block) { return uint32_t((count + block - 1) / block); }

/// Of equal coordinates the first one stays, as on the CPU: −0 and 0 are equal.
struct Union {
  template <class T, int kAxes>
  __host__ __device__ Extents<T, kAxes> operator()(const Extents<T, kAxes>& a, const Extents<T, kAxes>& b) const {
    Extents<T, kAxes> both;
    for (int k = 0; k < kAxes; ++k) {
      both.axes[k].low = b.axes[k].low < a.axes[k].low ? b.axes[k].low : a.axes[k].low;
      both.axes[k].high = b.axes[k].high > a.axes[k].high ? b.axes[k].high : a.axes[k].high;
    }
    return both;
  }
};
template <class T, int kAxes>
struct ExtentsOfPlace {
  DevicePoints<T> points;
  const uint32_t* order;
  int axis;  // the first
  __host__ __device__ Extents<T, kAxes> operator()(uint32_t place) const {
    const T* const x = points.data + order[place] * points.pointStride + size_t(axis) * points.coordinateStride;
    Extents<T, kAxes> extents;
    for (int k = 0; k < kAxes; ++k) extents.axes[k].low = extents.axes[k].high = x[size_t(k) * points.coordinateStride];
    return extents;
  }
};

/// kTight: bounds are those of the points.
template <class T, bool kTight>
class Builder {
 public:
  Builder(const TileInput& in, const StageContext& context, TileTimes* times)
      : in_(in),
        context_(context),
        device_(cudaDevice(context)),
        stream_(device_.stream()),
        plan_(tilePlan(in)),
        count_(in.cloud.size()),
        dimension_(size_t(in.cloud.dimension())),
        state_(),
        times_(times),
        clock_(times, stream_) {
    state_.points = device_.upload<T>(in.cloud, &cloudMemory_);
    state_.histogram = TileHistogram(int(in.params.get(kTileHistogramParam)));
    state_.cells = plan_.cells;
    state_.capacity = plan_.capacity;
    state_.most = count_ / (plan_.capacity + 1);
    state_.listed = count_;
    clock_.mark(nullptr);  // the cloud is there
    makeAxes();
    makeMemory();
  }

  TileTree build() {
    divideCloud();
    clock_.mark(&TileTimes::cells);
    for (const uint32_t several = kTight ? kSeveralTight : kSeveral; control_.active > 0; look()) {
      context_.checkStop();
      makeRoom();
      selectPoints();
      for (uint32_t i = 0; i < several; ++i) divideTiles();
    }
    clock_.mark(&TileTimes::rounds);
    sortNodes();
    sortPoints();
    clock_.mark(&TileTimes::points);
    if (kTight) boundLeaves();
    if (kTight) clock_.mark(&TileTimes::bounds);
    context_.checkStop();
    download();
    clock_.mark(&TileTimes::download);
    findSurroundings<T>(tree_, state_.points, order_, in_.r1, context_);
    clock_.mark(&TileTimes::surroundings);
    clock_.read();
    if (times_ != nullptr) times_->roundCount = control_.round, times_->nodeCount = control_.nodes;
    return std::move(tree_);
  }

 private:
  void makeAxes() {
    const Bounds& bounds = in_.cloud.bounds();  // known since the cloud is: they cost no pass here
    for (size_t k = 0; k < dimension_; ++k) {
      const double low = bounds.minimum[k], high = bounds.maximum[k];
      state_.axes.first[k] = uint32_t(boundaries_.size());
      state_.axes.counts[k] = plan_.counts[k];
      state_.axes.last[k] = high > low ? plan_.counts[k] - 1 : 0;
      state_.axes.low[k] = low;
      state_.axes.inverse[k] = plan_.counts[k] / (high - low);
      const int halvings = int((kPathBits - 1 - k) / dimension_ + 1);
      const double width = (high - low) / plan_.counts[k], most = std::max(std::abs(low), std::abs(high));
      state_.axes.pathScale[k] = std::ldexp(state_.axes.inverse[k], halvings);
      state_.axes.pathSlack[k] = width > kLeastWidth && std::isfinite(width) ? std::ldexp(1 + most / width, halvings - 46) : 1;
      for (uint32_t i = 0; i <= plan_.counts[k]; ++i) boundaries_.push_back(shared::tileBoundary(low, high, i, plan_.counts[k]));
    }
    boundaryMemory_ = Buffer<double>(boundaries_.size(), stream_);
    boundaryMemory_.upload(boundaries_);
    state_.axes.boundaries = boundaryMemory_.data();
  }

  void makeMemory() {
    const uint64_t most = std::max(state_.most, 1u);
    const uint64_t wanted = std::min(most << kMostBits, uint64_t(std::clamp(count_ / 8, kLeastCounters, kMostCounters)));
    state_.counters = uint32_t(std::max({uint64_t(plan_.cells), 2 * most, kTight ? 0 : wanted}));
    if (state_.counters >= kDone)
      throw Error(ErrorKind::wrongUse, "too many tiles", kTileCapacityParam.id, std::to_string(most) + " may be too full", "give a larger capacity");
    words_ = Buffer<uint32_t>(size_t(count_) * (kTight ? 1 : 2) + size_t(state_.counters) * 2 + 2 * most, stream_);
    uint32_t* next = words_.data();
    const auto take = [&](size_t size) { return std::exchange(next, next + size); };
    state_.places = take(count_);
    if (!kTight) state_.paths = take(count_);
    state_.counts = take(state_.counters);
    state_.entries = take(state_.counters);
    for (uint32_t*& slots : state_.slots) slots = take(most);
    CUDA_CHECK(cudaMemsetAsync(state_.counts, 0, state_.counters * sizeof(uint32_t), stream_));
    if (kTight) {
      middles_ = Buffer<double>(most, stream_);
      extents_ = Buffer<OrderedBits<T>>(2 * size_t(state_.counters), stream_);
      state_.middles = middles_.data();
      state_.lows = extents_.data(), state_.highs = state_.lows + state_.counters;
      CUDA_CHECK(cudaMemsetAsync(state_.lows, 0xff, state_.counters * sizeof(OrderedBits<T>), stream_));
      CUDA_CHECK(cudaMemsetAsync(state_.highs, 0, state_.counters * sizeof(OrderedBits<T>), stream_));
    }
    constexpr uint64_t kRoundsAhead = 2;
    const uint64_t bits = kTight ? 1 : std::clamp<uint64_t>(std::bit_width(state_.counters / most) - 1, 1, kMostBits);
    growNodes(1 + std::min(plan_.cells, count_) + kRoundsAhead * 2 * bits * most);
    controlMemory_ = Buffer<TileControl>(1, stream_);
    state_.control = controlMemory_.data();
    controlMemory_.upload(std::span(&control_, 1));
  }

  void growNodes(uint64_t room) {
    Buffer<DeviceTileNode> nodes(room, stream_);
    Buffer<double> bounds(kTight ? 0 : room * 2 * dimension_, stream_);
    if (state_.nodeRoom > 0) {
      CUDA_CHECK(cudaMemcpyAsync(nodes.data(), nodes_.data(), control_.nodes * sizeof(DeviceTileNode), cudaMemcpyDeviceToDevice, stream_));
      if (!kTight)
        CUDA_CHECK(
            cudaMemcpyAsync(bounds.data(), bounds_.data(), control_.nodes * 2 * dimension_ * sizeof(double), cudaMemcpyDeviceToDevice, stream_));
    }
    nodes_ = std::move(nodes), bounds_ = std::move(bounds);
    state_.nodes = nodes_.data(), state_.bounds = bounds_.data(), state_.nodeRoom = room;
  }

  uint32_t pointBlocks(size_t points) const {
    const auto each = uint32_t(device_.properties().maxThreadsPerMultiProcessor / kPointBlock);
    return std::clamp(blocksFor(points, kPointBlock), 1u, uint32_t(device_.multiprocessors()) * each);
  }

  /// With room for `counters` in shared memory: of a block, else of a cluster of blocks, as far as that goes.
  void launchCounting(void (*kernel)(TileState<T>), size_t points, uint64_t counters) {
    constexpr uint32_t kEach_bytes = Counting<T, kTight>::kCounter_bytes, kMostBlocks = 8, kFewestCounters = 1 << 6;
    constexpr size_t kOther_bytes = 1 << 10;  // what the system keeps of a block's shared memory
    const uint64_t most = std::bit_floor((device_.properties().sharedMemPerBlockOptin - kOther_bytes) / kEach_bytes);
    const uint64_t own = std::clamp<uint64_t>(std::bit_ceil(counters), kFewestCounters, most);
    const bool hasClusters = device_.properties().major >= 9;
    const uint64_t cluster = hasClusters ? std::min<uint64_t>(std::bit_ceil((counters + own - 1) / own), kMostBlocks) : 1;
    state_.ownCounters = uint32_t(own), state_.cluster = uint32_t(cluster);
    const ClusterLaunch launch{kCountingBlock, state_.cluster, own * kEach_bytes};
    launch(device_, kernel, blocksFor(points, kCountingBlock), state_);
  }

  void divideCloud() {
    launchCounting(cellKernel<T, kTight>, count_, plan_.cells);
    const Buffer<uint32_t> begins(plan_.cells, stream_);
    withScratch(stream_, [&](void* scratch, size_t& bytes) {
      return cub::DeviceScan::ExclusiveSum(scratch, bytes, state_.counts, begins.data(), int64_t(plan_.cells), stream_);
    });
    cellNodeKernel<T, kTight><<<blocksFor(plan_.cells, kNodeBlock), kNodeBlock, 0, stream_>>>(state_, begins.data());
    CUDA_CHECK_LAUNCH("cellNodeKernel");
  }

  void divideTiles() {
    // Where several levels are made at once, the device says how many counters that takes (bitsOfRound).
    constexpr uint32_t kManyPoints = 1 << 22, kManyCounters = 1 << 18, kFewCounters = 1 << 13;
    launchCounting(roundKernel<T, kTight>, state_.listed,
                   kTight                  ? 2 * std::max(state_.most, 1u)
                   : count_ >= kManyPoints ? kManyCounters
                                           : kFewCounters);
    constexpr uint32_t kBlocksEach = 8;
    const uint32_t blocks = std::clamp(state_.most, 1u, uint32_t(device_.multiprocessors()) * kBlocksEach);
    nodeKernel<T, kTight><<<blocks, kNodeBlock, 0, stream_>>>(state_);
    CUDA_CHECK_LAUNCH("nodeKernel");
  }

  void look() { std::memcpy(&control_, device_.download(state_.control, sizeof control_), sizeof control_); }

  void makeRoom() {
    if (control_.paused == 0) return;
    growNodes(std::max(control_.wanted, 2 * state_.nodeRoom));
    control_.paused = 0;
    controlMemory_.upload(std::span(&control_, 1));
  }

  void selectPoints() {
    if (control_.round == 0 || uint64_t(control_.activePoints) * kFewOf > state_.listed) return;
    Buffer<uint32_t> list(control_.activePoints, stream_);
    const Buffer<uint32_t> listed(1, stream_);
    listed.clear();
    selectKernel<T><<<pointBlocks(state_.listed), kPointBlock, 0, stream_>>>(state_, list.data(), listed.data());
    CUDA_CHECK_LAUNCH("selectKernel");
    list_ = std::move(list);
    state_.list = list_.data(), state_.listed = control_.activePoints;
  }

  /// `nodesByLevel_`: the nodes in the order of the tree. `leafOfNode_`.
  void sortNodes() {
    const uint32_t count = control_.nodes;
    const Buffer<uint64_t> byLevel(count, stream_), byLeaf(count, stream_), sorted(count, stream_);
    const Buffer<uint32_t> numbers(count, stream_), leafNodes(count, stream_);
    nodesByLevel_ = Buffer<uint32_t>(count, stream_), leafOfNode_ = Buffer<uint32_t>(count, stream_);
    const int placeBits = std::bit_width(count_);
    nodeKeyKernel<<<blocksFor(count, kNodeBlock), kNodeBlock, 0, stream_>>>(state_.nodes, count, plan_.capacity, uint32_t(placeBits), byLevel.data(),
                                                                            byLeaf.data(), numbers.data());
    CUDA_CHECK_LAUNCH("nodeKeyKernel");
    const auto sort = [&](const uint64_t* keys, uint32_t* nodes, int bits) {
      withScratch(stream_, [&](void* scratch, size_t& bytes) {
        return cub::DeviceRadixSort::SortPairs(scratch, bytes, keys, sorted.data(), numbers.data(), nodes, int64_t(count), 0, bits, stream_);
      });
    };
    sort(byLevel.data(), nodesByLevel_.data(), placeBits + std::bit_width(control_.level));
    sort(byLeaf.data(), leafNodes.data(), placeBits + 1);
    leafNumberKernel<<<blocksFor(control_.leaves, kNodeBlock), kNodeBlock, 0, stream_>>>(leafNodes.data(), control_.leaves, leafOfNode_.data());
    CUDA_CHECK_LAUNCH("leafNumberKernel");
  }

  /// `order_`, and the leaf of each place in it: `leafOfPlace_`.
  void sortPoints() {
    sortWords_ = Buffer<uint32_t>(size_t(count_) * 4, stream_);
    uint32_t* const words = sortWords_.data();
    cub::DoubleBuffer<uint32_t> leaves(words, words + count_), indices(words + size_t(count_) * 2, words + size_t(count_) * 3);
    leafKernel<T><<<pointBlocks(count_), kPointBlock, 0, stream_>>>(state_, leafOfNode_.data(), leaves.Current(), indices.Current());
    CUDA_CHECK_LAUNCH("leafKernel");
    words_ = {}, middles_ = {}, extents_ = {}, list_ = {};
    const int bits = std::max(1, int(std::bit_width(control_.leaves - 1)));
    withScratch(stream_, [&](void* scratch, size_t& bytes) {
      return cub::DeviceRadixSort::SortPairs(scratch, bytes, leaves, indices, int64_t(count_), 0, bits, stream_);
    });
    order_ = indices.Current(), leafOfPlace_ = leaves.Current();
  }

  void boundLeaves() {
    leafExtents_ = Buffer<Extent<T>>(size_t(control_.leaves) * dimension_, stream_);
    static_assert(kAxesTogether == 3);
    size_t axis = 0;
    for (; axis + 3 <= dimension_; axis += 3) boundLeavesAlong<3>(axis);
    if (axis + 2 == dimension_) boundLeavesAlong<2>(axis);
    if (axis + 1 == dimension_) boundLeavesAlong<1>(axis);
  }

  /// The points of a leaf lie anywhere in the cloud, and fetching one brings all its coordinates: so several axes share the way.
  template <int kAxes>
  void boundLeavesAlong(size_t axis) {
    const Buffer<uint32_t> leaves(control_.leaves + 1, stream_);
    auto* const to = reinterpret_cast<Extents<T, kAxes>*>(leafExtents_.data() + axis * control_.leaves);
    const auto from =
        thrust::make_transform_iterator(thrust::counting_iterator<uint32_t>(0), ExtentsOfPlace<T, kAxes>{state_.points, order_, int(axis)});
    withScratch(stream_, [&](void* scratch, size_t& bytes) {
      return cub::DeviceReduce::ReduceByKey(scratch, bytes, leafOfPlace_, leaves.data(), from, to, leaves.data() + control_.leaves, Union{},
                                            int64_t(count_), stream_);
    });
  }

  void download() {
    tree_.kind = plan_.kind;
    tree_.dimension = int(dimension_);
    tree_.points.resize(count_);
    device_.download(order_, std::as_writable_bytes(std::span(tree_.points)));
    const std::vector<uint32_t> order = nodesByLevel_.download(control_.nodes);
    assembleNodes(tree_, nodes_.download(control_.nodes), order);
    completeTree(tree_, plan_);
    if constexpr (kTight) assembleTightBounds<T>(tree_, in_.cloud.bounds(), leafExtents_.download(leafExtents_.size()));
    else assembleBounds(tree_, bounds_.download(order.size() * 2 * dimension_), order);
  }

  const TileInput& in_;
  const StageContext& context_;
  CudaDevice& device_;
  const cudaStream_t stream_;
  const TilePlan plan_;
  const uint32_t count_;
  const size_t dimension_;
  TileState<T> state_;
  TileTimes* times_;
  Clock clock_;
  TileControl control_;
  TileTree tree_;
  std::shared_ptr<const void> cloudMemory_;
  std::vector<double> boundaries_;
  Buffer<double> boundaryMemory_, middles_, bounds_;
  Buffer<uint32_t> words_, list_, sortWords_, nodesByLevel_, leafOfNode_;
  Buffer<OrderedBits<T>> extents_;
  Buffer<DeviceTileNode> nodes_;
  Buffer<TileControl> controlMemory_;
  Buffer<Extent<T>> leafExtents_;
  const uint32_t *order_ = nullptr, *leafOfPlace_ = nullptr;
};

TileTree emptyTree(const TileInput& in) {
  TileTree tree;
  const TilePlan plan = tilePlan(in);
  tree.kind = plan.kind;
  tree.dimension = in.cloud.dimension();
  tree.nodes.emplace_back();
  tree.bounds.resize(2 * size_t(tree.dimension));
  completeTree(tree, plan);
  for (IndexLists* lists : {&tree.touching, &tree.margin})
    if (tree.kind == (lists == &tree.touching ? TileKind::grouped : TileKind::extended)) lists->starts = {0};
  return tree;
}

}  // namespace

TileTree tileLevelsTimed(const TileInput& in, const StageContext& context, TileTimes* times) {
  context.checkStop();
  if (in.cloud.empty()) return emptyTree(in);
  return withScalarType(in.cloud.scalar(), [&]<class T>() {
    return TileKind(int(in.params.get(kTileKindParam))) == TileKind::local ? Builder<T, true>(in, context, times).build()
                                                                           : Builder<T, false>(in, context, times).build();
  });
}

TileTree tileLevels(const TileInput& in, const StageContext& context) { return tileLevelsTimed(in, context, nullptr); }

}  // namespace arete::cuda

namespace arete {

double cudaDivisionTime(const PointCloud& cloud, const ParamValues& params, int repeat, Device& gpu) {
  std::vector<float> times(size_t(std::max(repeat, 1)));
  for (float& time : times) {
    cuda::TileTimes parts;
    cuda::tileLevelsTimed({cloud, 1, params}, {gpu, {}, {}}, &parts);
    time = parts.cells;
  }
  std::nth_element(times.begin(), times.begin() + ptrdiff_t(times.size() / 2), times.end());
  return times[times.size() / 2];
}

}  // namespace arete
