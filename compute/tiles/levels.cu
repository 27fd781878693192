// tile.cuda.levels: the tree of row 0 on the GPU, several levels at a time, without moving a point before its leaf is known.
//
// Idea. Dividing means counting. A round counts the points of all tiles that are too full into 2^k parts of each, makes the tiles of k levels
// from these counts, and writes down for each part which leaf its points are in or which tile is divided on. The next round's look at a point
// starts with reading that. When no tile is too full, points are put in the order of the leaves by one stable radix sort of (leaf, index), so
// that indices ascend in every leaf as in row 0 (point_order.cuh).
// With exact cells (grouped, extended tiles) the halves that a point is in depend on its cell of level 1 alone. They are found once, 32 at a
// time: by scaling the coordinate, where it is farther from every boundary than rounding can reach (pathWithin), else by the comparisons that row 0
// makes, with boundaries from the same formula in double. k is at most 8, so three rounds make 24 levels.
// Tight bounds (local tiles) depend on the points, so k = 1: a round also finds the extent of each half along the axis that is halved next, by
// integer atomics on coordinates whose order is that of integers. In large clouds, as soon as a tile fits into the shared memory of a block, that
// block makes its whole subtree, puts its points in the order of the leaves and bounds these (small_tiles.cuh). In clouds of 5 million floats in 2D
// and 3D and more, rounds look at buckets of neighbours instead of points (buckets.cu). Counters are in the shared memory of a block, dealt out to
// that of a cluster of up to 8 blocks, or straight in global memory: tile_histogram; automatic takes the first that they fit into, where adding them
// up costs less than counting. The rounds are driven by a control block in device memory: the host launches kSeveral rounds of two kernels and looks
// once how far they got. When few of the points are in tiles that are still divided, warps list these (ballots, one addition per warp), and the next
// rounds look at no others: so a dense spot costs only its own points, even 63 levels deep.
//
// Different from the thesis, which starts a kernel from a kernel for each tile, has each of its blocks read all of the parent's points, and
// waits for it on the device, which today's CUDA does not allow: all tiles of a level share a launch, and a level reads each point once.
//
// Memory: by point 16 bytes, 8 more while leaves are found; the tables 8 bytes (float, tight: 16) by counter, at most max(n/8, 2 n/capacity,
// cells) of them; 16 + 16 d bytes a node. Cost: with exact cells a look at all points for their cells, some four rounds and the order of the points,
// about a third each; local tiles without buckets 18 rounds of one level, and subtrees in blocks, whose points lie anywhere. A million points are
// mostly launches and two waits. Tried and left out: a copy of the points axis after axis, so that a round reads two thirds of the bytes, and looking
// at an extent before an atomic; neither is what rounds wait for (docs/measured/performance-gpu.md). Loses to tile.cpu.parallel on some
// thousand points, and where the capacity is tiny: then a round makes one level and tables are as long as the cloud. Source: spec
// "Tiled detection"; thesis algorithms 13–18 and 4.2.
#include <algorithm>
#include <bit>
#include <cstring>
#include <cub/device/device_scan.cuh>
#include <memory>
#include <optional>
#include <type_traits>

#include "compute/gpu/kernel_time.h"
#include "compute/gpu/launch_shapes.h"
#include "compute/gpu/measured_kernels.h"
#include "compute/gpu/with_scratch.h"
#include "compute/tiles/assemble.cuh"
#include "compute/tiles/buckets.cuh"
#include "compute/tiles/contract.h"
#include "compute/tiles/levels.cuh"
#include "compute/tiles/node_kernels.cuh"
#include "compute/tiles/point_kernels.cuh"
#include "compute/tiles/point_order.cuh"
#include "compute/tiles/surroundings.cuh"
#include "compute/tiles/tile_tables.cuh"

namespace arete::cuda {

namespace {

constexpr uint32_t kSeveral = 4, kSeveralTight = 8;         // rounds between two looks of the host
constexpr uint32_t kLongRound = 1 << 22;                    // points: then a round takes longer than a look
constexpr uint64_t kCoordinatesAtOnce = uint64_t(1) << 32;  // that a launch divides into cells: it ends within 40 ms
constexpr uint64_t kLikelyNodesEach = 8;                    // nodes of small tiles, for each leaf there might be
constexpr uint32_t kActiveOneIn = 8;                        // points are listed when fewer than 1 / kActiveOneIn of those looked at are active

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
        laps_(times, stream_) {
    state_.points = device_.upload<T>(in.cloud, &cloudMemory_);
    state_.histogram = TileHistogram(int(in.params.get(kTileHistogramParam)));
    state_.cells = plan_.cells;
    state_.capacity = plan_.capacity;
    laps_.mark(nullptr);  // the cloud has been uploaded
    tables_.emplace(state_, plan_, in.cloud.bounds(), device_);
  }

  TileTree build() {
    if (!divideInBuckets()) divideInRounds();
    nodesByLevel_ = nodesByLevel(state_, control_, device_);
    laps_.mark(&TileTimes::bounds);
    context_.checkStop();
    download();
    laps_.mark(&TileTimes::download);
    std::shared_ptr<DeviceTiles> tiles;
    if (mayStay(device_, size_t(count_) * sizeof(uint32_t))) tiles = std::make_shared<DeviceTiles>(device_, order_, count_, in_.r1);
    tree_.onDevice = tiles;
    findSurroundings<T>(tree_, state_.points, order_, in_.r1, tiles, context_);
    laps_.mark(&TileTimes::surroundings);
    laps_.read();
    if (times_ != nullptr) times_->roundCount = control_.round, times_->nodeCount = control_.nodes;
    return std::move(tree_);
  }

 private:
  void divideInRounds() {
    const uint32_t small = kTight ? mostSmallPoints<T>(int(dimension_), plan_.capacity, count_, device_) : 0;
    start(std::max(plan_.capacity, small), true);
    divideCloud();
    laps_.mark(&TileTimes::cells);
    divideTiles([this] { countHalves(); });
    laps_.mark(&TileTimes::rounds);
    orderPoints();
    laps_.mark(&TileTimes::points);
    if (kTight) finishLeaves();
  }

  /// Nothing where rounds are better, or prove to be.
  bool divideInBuckets() {
    if constexpr (kTight && std::is_same_v<T, float>) {
      buckets_ = makeBuckets(state_, TileDivision(int(in_.params.get(kTileDivisionParam))), device_);
      if (buckets_ == nullptr) return false;
      start(plan_.capacity, false);
      buckets_->countCells(state_);
      makeCellNodes();
      laps_.mark(&TileTimes::cells);
      divideTiles([this] { buckets_->countHalves(state_); });
      laps_.mark(&TileTimes::rounds);
      if (control_.crowded == 0) {
        order_ = buckets_->order(state_, control_.nodes, makeLeafExtents());
        look();
      }
      laps_.mark(&TileTimes::points);
      if (control_.crowded == 0 && times_ != nullptr) times_->bucketCount = buckets_->count();
      if (control_.crowded != 0) buckets_.reset();
    }
    return buckets_ != nullptr;
  }

  void start(uint32_t roundCapacity, bool looksAtPoints) {
    tables_->start(roundCapacity, looksAtPoints);
    control_ = {};
  }

  /// Makes levels until no tile is too full. `count`: launches the kernel that counts into the halves of the tiles.
  void divideTiles(const auto& count) {
    for (const uint32_t several = kTight && (count_ < kLongRound || buckets_ != nullptr) ? kSeveralTight : kSeveral; control_.active > 0; look()) {
      context_.checkStop();
      makeRoom();
      if (control_.crowded != 0) return;
      if (buckets_ == nullptr) selectPoints();
      for (uint32_t i = 0; i < several; ++i) count(), makeHalfNodes();
    }
  }

  uint32_t pointBlocks(size_t points) const {
    const auto each = uint32_t(device_.properties().maxThreadsPerMultiProcessor / kPointBlock);
    return std::clamp(blocksFor(points, kPointBlock), 1u, uint32_t(device_.multiprocessors()) * each);
  }

  /// With room for `counters` in the shared memory of a block, else of a cluster of blocks, as far as they fit.
  void launchCounting(void (*kernel)(TileState<T>), size_t points, uint64_t counters) {
    constexpr uint32_t kEach_bytes = Counting<T, kTight>::kCounter_bytes, kFewestCounters = 1 << 6;
    constexpr size_t kOther_bytes = 1 << 10;  // what the system keeps of a block's shared memory
    const uint64_t most = std::bit_floor((device_.sharedRoom(kernel) - kOther_bytes) / kEach_bytes);
    const uint64_t own = std::clamp<uint64_t>(std::bit_ceil(counters), kFewestCounters, most);
    const uint64_t cluster = std::min<uint64_t>(std::bit_ceil((counters + own - 1) / own), mostInCluster(kernel));
    state_.ownCounters = uint32_t(own), state_.cluster = uint32_t(cluster);
    const ClusterLaunch launch{kCountingBlock, state_.cluster, own * kEach_bytes};
    launch(device_, kernel, blocksFor(points, kCountingBlock), state_);
  }

  void divideCloud() {
    const uint64_t atOnce = kCoordinatesAtOnce / dimension_;
    for (; state_.first < count_; state_.first += atOnce) {
      if (state_.first > 0) CUDA_CHECK(cudaStreamSynchronize(stream_));
      context_.checkStop();
      state_.listed = uint32_t(std::min<uint64_t>(atOnce, count_ - state_.first));
      launchCounting(cellKernel<T, kTight>, state_.listed, plan_.cells);
    }
    state_.listed = count_;
    makeCellNodes();
  }

  void makeCellNodes() {
    activeAtMost_ = std::max(std::min(plan_.cells, state_.most), 1u);
    const Buffer<uint32_t> begins(plan_.cells, stream_);
    withScratch(stream_, [&](void* scratch, size_t& bytes) {
      return cub::DeviceScan::ExclusiveSum(scratch, bytes, state_.counts, begins.data(), int64_t(plan_.cells), stream_);
    });
    cellNodeKernel<T, kTight><<<blocksFor(plan_.cells, kNodeBlock), kNodeBlock, 0, stream_>>>(state_, begins.data());
    CUDA_CHECK_LAUNCH("cellNodeKernel");
  }

  void countHalves() {
    // Where several levels are made at once, the device says how many counters that takes (bitsOfRound).
    constexpr uint32_t kManyPoints = 1 << 22, kManyCounters = 1 << 18, kFewCounters = 1 << 13, kFew_bytes = 100 << 10;
    const uint64_t counters = kTight ? 2 * activeAtMost_ : count_ >= kManyPoints ? kManyCounters : kFewCounters;
    activeAtMost_ = std::min<uint64_t>(2 * activeAtMost_, std::max(state_.most, 1u));
    // Where two blocks fit on a multiprocessor, threads hide what memory takes; else each looks at several points side by side. With exact cells
    // few counters mean few points: then two blocks only add up twice as many counters.
    const bool areFew = counters * Counting<T, kTight>::kCounter_bytes <= kFew_bytes;
    if constexpr (kTight) launchCounting(areFew ? roundKernel<T, true, 1, 2> : roundKernel<T, true, 4, 1>, state_.listed, counters);
    else launchCounting(roundKernel<T, false, 4, 1>, state_.listed, counters);
  }

  void makeHalfNodes() {
    constexpr uint32_t kBlocksEach = 8;
    const uint32_t blocks = std::clamp(state_.most, 1u, uint32_t(device_.multiprocessors()) * kBlocksEach);
    nodeKernel<T, kTight><<<blocks, kNodeBlock, 0, stream_>>>(state_);
    CUDA_CHECK_LAUNCH("nodeKernel");
  }

  void look() {
    std::memcpy(&control_, device_.download(state_.control, sizeof control_), sizeof control_);
    activeAtMost_ = std::max(control_.active, 1u);
  }

  void makeRoom() {
    if (control_.paused == 0) return;
    tables_->growNodes(std::max(control_.wanted, 2 * state_.nodeRoom), control_.nodes);
    control_.paused = 0;
    tables_->tell(control_);
  }

  void selectPoints() {
    if (control_.round == 0 || uint64_t(control_.activePoints) * kActiveOneIn > state_.listed) return;
    Buffer<uint32_t> list(control_.activePoints, stream_);
    const Buffer<uint32_t> listed(1, stream_);
    listed.clear();
    selectKernel<T><<<pointBlocks(state_.listed), kPointBlock, 0, stream_>>>(state_, list.data(), listed.data());
    CUDA_CHECK_LAUNCH("selectKernel");
    list_ = std::move(list);
    state_.list = list_.data(), state_.listed = control_.activePoints;
  }

  /// Points by part; with tight bounds the parts are divided to their leaves, which are bounded.
  void orderPoints() {
    pointOrder_.emplace(state_, control_, device_);
    tables_->dropTables(), list_ = {};
    pointOrder_->sort();
    order_ = pointOrder_->order();
  }

  LeafExtents<T> makeLeafExtents() {
    leafLows_ = Buffer<OrderedBits<T>>(state_.nodeRoom * dimension_, stream_);
    leafHighs_ = Buffer<OrderedBits<T>>(state_.nodeRoom * dimension_, stream_);
    CUDA_CHECK(cudaMemsetAsync(leafLows_.data(), 0xff, leafLows_.size() * sizeof(OrderedBits<T>), stream_));
    leafHighs_.clear();
    return {leafLows_.data(), leafHighs_.data()};
  }

  void finishLeaves() {
    const uint64_t roundNodes = control_.nodes, likely = roundNodes + kLikelyNodesEach * uint64_t(count_ / (plan_.capacity + 1));
    if (state_.roundCapacity > plan_.capacity && state_.nodeRoom < likely) tables_->growNodes(likely, control_.nodes);
    for (;;) {
      const LeafExtents<T> extents = makeLeafExtents();
      pointOrder_->boundLeaves(state_, extents);
      if (state_.roundCapacity == plan_.capacity) break;
      divideSmallTiles(state_, pointOrder_->small(), pointOrder_->order(), pointOrder_->spare(), extents, device_);
      look();
      if (control_.nodes <= state_.nodeRoom) break;
      const uint32_t wanted = std::exchange(control_.nodes, uint32_t(roundNodes));
      tables_->growNodes(wanted, control_.nodes);
      tables_->tell(control_);
    }
    order_ = pointOrder_->spare();
  }

  void download() {
    tree_.kind = plan_.kind;
    tree_.dimension = int(dimension_);
    tree_.points.resize(count_);
    device_.staging().download(tree_.points.data(), order_, count_ * sizeof(uint32_t), stream_);
    const std::vector<uint32_t> order = nodesByLevel_.download(control_.nodes);
    assembleNodes(tree_, tables_->nodes(control_.nodes), order);
    completeTree(tree_, plan_);
    if constexpr (kTight) {
      const std::vector<OrderedBits<T>> lows = leafLows_.download(order.size() * dimension_), highs = leafHighs_.download(order.size() * dimension_);
      assembleTightBounds<T>(tree_, in_.cloud.bounds(), lows, highs, order);
    }
    if (!kTight) assembleBounds(tree_, tables_->bounds(uint32_t(order.size())), order);
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
  Laps<TileTimes> laps_;
  TileControl control_;
  uint64_t activeAtMost_ = 1;  // tiles that the next round divides
  TileTree tree_;
  std::shared_ptr<const void> cloudMemory_;
  std::optional<TileTables<T, kTight>> tables_;
  Buffer<uint32_t> list_, nodesByLevel_;
  std::optional<PointOrder<T>> pointOrder_;
  std::unique_ptr<Buckets> buckets_;             // null: rounds look at points
  Buffer<OrderedBits<T>> leafLows_, leafHighs_;  // by node
  const uint32_t* order_ = nullptr;
};

TileTree emptyTree(const TileInput& in) {
  TileTree tree;
  const TilePlan plan = tilePlan(in);
  tree.kind = plan.kind;
  tree.dimension = in.cloud.dimension();
  tree.nodes.emplace_back();
  tree.bounds.resize(2 * size_t(tree.dimension));
  completeTree(tree, plan);
  for (IndexLists* lists : {&tree.touching, &tree.surroundings})
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
