// evolve.cuda.accelerated: the answer of row 0 for a small share of its work, on the GPU.
//
// Idea. As evolve.cpu.accelerated, where the proof is that no change is missed: the cloud is sorted by space once, a tile (here 32 points,
// one warp) keeps a deadline, the movement of the chosen points around its cell up to which no assignment in it can change; sums are
// integers and are changed only by the points whose chosen point changed. Constants, margins and their rounding are the same.
// An iteration is three launches: look (a block per strip that is awake: the chosen points of the cells around are gathered into shared
// memory, changed assignments are added up within the warp before the integer atomics), move (a warp per chosen point whose sums changed;
// it notes the movement in the cells around), wake (totals, the list of strips for the next iteration, the lists of chosen points by cell).
// Unlike on the CPU those lists are made anew each iteration, in a hash table: m insertions, less than keeping them in order costs.
// Many iterations are launched before the host looks: after one that moves nothing no strip is awake and the rest change nothing.
//
// Memory: per cloud point d coordinates, its slot and its index in the cloud, a quarter of a byte for deadlines; S of kMostAtOnce iterations.
// Loses to brute force for a handful of chosen points on a tiny cloud, and when R1 is so large that all chosen points share few cells.
// Dimensions 2 and 3 are compiled with d known, all others share one version with d as a run-time value.
// Source: spec "accelerated evolve"; Hamerly 2010 for the margins.
#include <algorithm>
#include <limits>

#include "compute/core/fixed_scale.h"
#include "compute/cuda/evolve/accelerated_kernels.cuh"
#include "compute/cuda/versions.h"

namespace arete::cuda {

namespace {

constexpr double kCellEdge = 1.25, kCap = 1.2;          // in R1
constexpr uint32_t kFirstAtOnce = 8, kMostAtOnce = 32;  // iterations launched before the host looks
constexpr uint32_t kBlocksPerMultiprocessor = 8;

template <class T>
MarginRule<T> marginRule(double r1, int dimension) {
  const double roundoff = std::numeric_limits<T>::epsilon() / 2, cap = kCap * r1;
  const double error = (dimension + 8) / 2.0 * roundoff * kCellEdge * r1;
  return {shared::squaredRadius<T>(r1), T(cap * cap), T(1 / (2 * (r1 + cap))), T(1 / (2 * r1)), T(1 / (r1 + cap)), 8 * error};
}

template <class T>
class Accelerated final : public Evolver {
 public:
  Accelerated(const EvolveInput& in, CudaDevice& device)
      : device_(device),
        stream_(device.stream()),
        cloud_(in.cloud, kCellEdge * in.r1, device),
        margins_(marginRule<T>(in.r1, in.cloud.dimension())),
        rule_(moveRule<T>(in.params, in.r1)),
        scale_(makeFixedScale(in.cloud)),
        assigned_(cloud_.count, stream_),
        deadlines_(cloud_.hostStrips.size() * kTilesPerStrip, stream_),
        earliest_(cloud_.hostStrips.size(), stream_),
        renewed_(cloud_.cells, stream_),
        awake_(cloud_.hostStrips.size(), stream_),
        awakeCount_(1, stream_),
        counters_(kMostAtOnce, stream_) {
    for (int i = 0; i < 2; ++i) totals_[i] = Buffer<double>(cloud_.cells, stream_), movements_[i] = Buffer<unsigned long long>(cloud_.cells, stream_);
  }

  void reset(const PointArray& chosen, const StageContext& context) override;
  void keep(std::span<const uint32_t> kept, const StageContext& context) override;
  void run(uint32_t limit, const std::function<void(const EvolveStep&)>& visit, const StageContext& context) override;
  EvolveStep step(const StageContext& context) override {
    EvolveStep result;
    run(
        1, [&](const EvolveStep& done) { result = done; }, context);
    return result;
  }
  PointArray chosen() const override { return PointArray::fromRows(rows_, cloud_.dimension); }
  std::vector<uint32_t> assignment(const StageContext& context) override;

 private:
  EvolveState<T> state() const;
  /// Blocks for `work` threads, at most what fills the device a few times.
  uint32_t blocks(size_t work) const {
    return uint32_t(std::clamp<size_t>((work + kSmallBlock - 1) / kSmallBlock, 1, size_t(device_.multiprocessors()) * kBlocksPerMultiprocessor));
  }
  void launchLook(IterationCounters* counters);
  void launchIteration(IterationCounters* counters, T* rows);
  void uploadPresent();
  void relist();

  CudaDevice& device_;
  const cudaStream_t stream_;
  const SortedCloud<T> cloud_;
  const MarginRule<T> margins_;
  const shared::MoveRule<T> rule_;
  const shared::FixedScale scale_;

  Buffer<uint32_t> assigned_;
  Buffer<double> deadlines_, earliest_, totals_[2];
  Buffer<unsigned long long> movements_[2];
  Buffer<uint32_t> renewed_, awake_, awakeCount_;
  Buffer<IterationCounters> counters_;
  int parity_ = 0;  // which of the totals and movements the next iteration reads

  uint32_t slots_ = 0;
  Buffer<T> chosen_, history_;
  Buffer<unsigned long long> sums_;
  Buffer<uint32_t> counts_, touched_, presentIndex_, next_;
  CellTableMemory lists_;
  std::vector<uint32_t> present_;  // slots of S now
  std::vector<T> rows_;            // S now
};

template <class T>
EvolveState<T> Accelerated<T>::state() const {
  return {.grid = cloud_.grid,
          .coordinates = cloud_.coordinates.data(),
          .count = cloud_.count,
          .dimension = cloud_.dimension,
          .cellNumbers = cloud_.table.table(),
          .cellKeys = cloud_.cellKeys.data(),
          .cells = cloud_.cells,
          .strips = cloud_.strips.data(),
          .stripCount = uint32_t(cloud_.hostStrips.size()),
          .assigned = assigned_.data(),
          .deadlines = deadlines_.data(),
          .earliest = earliest_.data(),
          .totals = totals_[parity_].data(),
          .nextTotals = totals_[1 - parity_].data(),
          .movements = movements_[parity_].data(),
          .nextMovements = movements_[1 - parity_].data(),
          .renewed = renewed_.data(),
          .awake = awake_.data(),
          .awakeCount = awakeCount_.data(),
          .chosen = chosen_.data(),
          .slots = slots_,
          .sums = sums_.data(),
          .counts = counts_.data(),
          .touched = touched_.data(),
          .presentIndex = presentIndex_.data(),
          .next = next_.data(),
          .lists = lists_.table(),
          .listsSize = uint32_t(lists_.size()),
          .margins = margins_,
          .rule = rule_,
          .scale = scale_};
}

template <class T>
void Accelerated<T>::reset(const PointArray& chosen, const StageContext& context) {
  context.checkStop();
  rows_ = chosen.withLayout(Layout::row).template elements<T>();
  slots_ = chosen.size();
  const size_t elements = size_t(slots_) * size_t(cloud_.dimension);
  chosen_ = Buffer<T>(elements, stream_);
  history_ = Buffer<T>(elements * kMostAtOnce, stream_);
  sums_ = Buffer<unsigned long long>(elements * DeviceSums<T>::kWords, stream_);
  for (Buffer<uint32_t>* each : {&counts_, &touched_, &presentIndex_, &next_}) *each = Buffer<uint32_t>(slots_, stream_);
  lists_ = CellTableMemory(slots_, stream_);
  chosen_.upload(rows_);
  sums_.clear(), counts_.clear(), touched_.clear(), deadlines_.clear();
  CUDA_CHECK(cudaMemsetAsync(assigned_.data(), 0xff, assigned_.size() * sizeof(uint32_t), stream_));  // kUnassigned
  CUDA_CHECK(cudaMemsetAsync(renewed_.data(), 0xff, renewed_.size() * sizeof(uint32_t), stream_));
  for (int i = 0; i < 2; ++i) totals_[i].clear(), movements_[i].clear();
  earliest_.clear();
  parity_ = 0;
  present_.resize(slots_);
  for (uint32_t slot = 0; slot < slots_; ++slot) present_[slot] = slot;
  uploadPresent();
  relist();
}

template <class T>
void Accelerated<T>::uploadPresent() {
  std::vector<uint32_t> index(slots_, kNoEntry);
  for (uint32_t i = 0; i < present_.size(); ++i) index[present_[i]] = i;
  presentIndex_.upload(index);
  CUDA_CHECK(cudaStreamSynchronize(stream_));  // `index` goes out of scope
}

template <class T>
void Accelerated<T>::relist() {
  lists_.clear();
  awakeCount_.clear();
  relistKernel<T><<<blocks(std::max<size_t>(slots_, cloud_.hostStrips.size())), kSmallBlock, 0, stream_>>>(state());
  CUDA_CHECK_LAUNCH("relistKernel");
}

template <class T>
void Accelerated<T>::keep(std::span<const uint32_t> kept, const StageContext&) {
  std::vector<uint32_t> left, removed;
  std::vector<T> rows;
  const auto d = size_t(cloud_.dimension);
  for (uint32_t i = 0, next = 0; i < present_.size(); ++i) {
    const bool stays = next < kept.size() && kept[next] == i;
    (stays ? left : removed).push_back(present_[i]);
    if (!stays) continue;
    ++next;
    rows.insert(rows.end(), rows_.begin() + ptrdiff_t(i * d), rows_.begin() + ptrdiff_t((i + 1) * d));
  }
  present_ = std::move(left);
  rows_ = std::move(rows);
  if (!removed.empty()) {
    const Buffer<uint32_t> slots(removed.size(), stream_);
    slots.upload(removed);
    renewKernel<T><<<uint32_t((removed.size() * kWarp + kSmallBlock - 1) / kSmallBlock), kSmallBlock, 0, stream_>>>(state(), slots.data(),
                                                                                                                    uint32_t(removed.size()));
    CUDA_CHECK_LAUNCH("renewKernel");
  }
  uploadPresent();
  relist();
}

template <class T>
void Accelerated<T>::launchLook(IterationCounters* counters) {
  const uint32_t blocks = uint32_t(std::clamp<size_t>(cloud_.hostStrips.size(), 1, size_t(device_.multiprocessors()) * kBlocksPerMultiprocessor * 2));
  const size_t bytes = kCandidatesAtOnce * sizeof(T) * size_t(cloud_.dimension);
  if (cloud_.dimension == 2) lookKernel<T, 2><<<blocks, kStripPoints, bytes, stream_>>>(state(), counters);
  else if (cloud_.dimension == 3) lookKernel<T, 3><<<blocks, kStripPoints, bytes, stream_>>>(state(), counters);
  else lookKernel<T, 0><<<blocks, kStripPoints, bytes, stream_>>>(state(), counters);
  CUDA_CHECK_LAUNCH("lookKernel");
}

template <class T>
void Accelerated<T>::launchIteration(IterationCounters* counters, T* rows) {
  launchLook(counters);
  moveKernel<T><<<blocks(std::max<size_t>({size_t(slots_) * kWarp, lists_.size(), cloud_.cells})), kSmallBlock, 0, stream_>>>(state(), counters);
  CUDA_CHECK_LAUNCH("moveKernel");
  wakeKernel<T><<<blocks(std::max<size_t>(slots_, cloud_.hostStrips.size())), kSmallBlock, 0, stream_>>>(state(), rows);
  CUDA_CHECK_LAUNCH("wakeKernel");
  parity_ = 1 - parity_;
}

template <class T>
void Accelerated<T>::run(uint32_t limit, const std::function<void(const EvolveStep&)>& visit, const StageContext& context) {
  uint32_t atOnce = kFirstAtOnce;
  for (uint32_t done = 0; done < limit; atOnce = std::min(2 * atOnce, kMostAtOnce)) {
    context.checkStop();
    const uint32_t count = std::min(atOnce, limit - done);
    const size_t elements = rows_.size();
    counters_.clear();
    for (uint32_t i = 0; i < count; ++i) launchIteration(counters_.data() + i, history_.data() + i * elements);
    std::vector<T> history(elements * count);
    history_.download(std::span<T>(history));
    const std::vector<IterationCounters> counters = counters_.download(count);
    for (uint32_t i = 0; i < count; ++i) {
      std::copy_n(history.begin() + ptrdiff_t(i * elements), elements, rows_.begin());
      visit({counters[i].moved, counters[i].lookedAt});
      if (counters[i].moved == 0) return;
    }
    done += count;
  }
}

template <class T>
std::vector<uint32_t> Accelerated<T>::assignment(const StageContext& context) {
  context.checkStop();
  launchLook(counters_.data());
  renewed_.clear();
  awakeCount_.clear();
  const std::vector<uint32_t> slots = assigned_.download(cloud_.count), original = cloud_.original.download(cloud_.count);
  std::vector<uint32_t> index(slots_, kUnassigned), result(cloud_.count);
  for (uint32_t i = 0; i < present_.size(); ++i) index[present_[i]] = i;
  for (size_t i = 0; i < slots.size(); ++i) result[original[i]] = slots[i] == kUnassigned ? kUnassigned : index[slots[i]];
  return result;
}

}  // namespace

std::unique_ptr<Evolver> evolveAccelerated(const EvolveInput& in, const StageContext& context) {
  CudaDevice& device = cudaDevice(context);
  return withScalarType(in.cloud.scalar(), [&]<class T>() -> std::unique_ptr<Evolver> {
    if (in.cloud.empty() || !gridSuits<T>(in.r1)) return evolveBruteForce(in, context);
    return std::make_unique<Accelerated<T>>(in, device);
  });
}

}  // namespace arete::cuda
