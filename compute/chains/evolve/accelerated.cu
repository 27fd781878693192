// evolve.cuda.accelerated: the answer of row 0 for a small share of its work, on the GPU, and the loop with it.
//
// Idea. As evolve.cpu.accelerated, where the proof is that no change is missed: the cloud is sorted by space once, a packet (here 32 points)
// keeps a deadline, the movement of the chosen points around its cell up to which no assignment in it can change; sums are integers and
// are changed only by the points whose chosen point changed. Constants and margins are the same; movements are rounded up to float.
// All iterations run in one launch of as many blocks as fit, which wait for each other twice an iteration. Look (loop_look.cuh): a block
// adds the movements to the totals of its strips and looks at those that are due, one warp per strip of four packets; changed assignments are
// added up within the warp before the integer atomics. Move (loop_move.cuh): one warp per chosen point whose sums changed.
// Candidates lie in one array, a piece per cell. A chosen point that enters a cell's surroundings is added to its list; one that leaves
// stays in it until the lists are rebuilt: it is farther than any margin reaches, so it costs a comparison but changes nothing.
// In large clouds (loop_large.cuh) strips are small against the spacing of chosen points: a ball around each rules out most candidates before its
// points are compared with any, and where it leaves one for all points, the sum of the strip, known from the start, changes sides.
// Assignments, sums and deadlines are kept between rounds: keep() makes due again only the strips that knew a removed point.
// While few packets are due, blocks of small clouds of floats, d = 2 and 3, go on in their shared memory, with one wait an iteration
// (onchip_loop.cuh). Tried for that and left out: one cluster of 16 blocks, which wait in hardware; too many packets are due for 16
// blocks. Figures, and what else was tried: docs/measured/performance-gpu.md. A launch ends after kLaunch_ns and a strip's look, so that it
// can be cancelled and does not block a display: at the end of an iteration or within it; then the next launch looks at the strips that are still
// due. Afterwards the host reads counters and S; where every step is wanted, also S after each iteration.
//
// Memory: per cloud point d coordinates, its slot and its index in the cloud, a quarter of a byte for deadlines; per chosen point up to
// 270 bytes for the lists. Cost of an iteration: two waits, about five dependent reads of memory, and the points looked at.
// Loses to brute force for a handful of chosen points on a tiny cloud, and when R1 is so large that all chosen points share few cells. Where these
// are more than kMostCandidates around a cell, and d is neither 2 nor 3, brute force takes over: a launch could not end within 100 ms.
// Source: spec "accelerated evolve"; Hamerly 2010 for the margins.
#include <cstring>

#include "compute/chains/evolve/loop_launch.cuh"
#include "compute/chains/evolve/loop_memory.cuh"
#include "compute/chains/evolve/stage.h"

namespace arete::cuda {

namespace {

constexpr uint32_t kFirstAtOnce = 128, kMostAtOnce = 2048;  // iterations of a launch when only counters are wanted
constexpr uint32_t kStepsAtOnce = 64;                       // … when S of each is
constexpr size_t kHistory_bytes = size_t(32) << 20;
constexpr uint32_t kOnChipStrips = 3000;   // due in an iteration: then blocks go on in their shared memory (onchip_loop.cuh) …
constexpr uint32_t kOnChipIterations = 8;  // … in launches of at least this many iterations
constexpr size_t kHeader_bytes = 512;      // LoopControl and LoopResult
static_assert(sizeof(LoopControl) + sizeof(LoopResult) <= kHeader_bytes);

template <class T>
class Accelerated final : public Evolver {
 public:
  Accelerated(const EvolveInput& in, CudaDevice& device)
      : params_(in.params),
        in_{in.cloud, in.r1, params_, in.whole},
        device_(device),
        stream_(device.stream()),
        memory_(SortedCloud<T>(in.cloud, shared::kCellEdge * in.r1, device), LoopRules<T>(in), device),
        kernel_(loopKernelFor<T>(memory_.cloud.dimension, memory_.isLarge)),
        blocks_(memory_.loopBlocks(kernel_)) {
    prepareOnChip();
  }

  void reset(const PointArray& chosen, const StageContext& context) override;
  void keep(std::span<const uint32_t> kept, const StageContext& context) override;
  void run(uint32_t limit, const std::function<void(const EvolveStep&)>& visit, EvolveVisit detail, const StageContext& context) override;
  EvolveStep step(const StageContext& context) override {
    EvolveStep result;
    run(
        1, [&](const EvolveStep& done) { result = done; }, EvolveVisit::counters, context);
    return result;
  }
  PointArray chosen() const override { return plain_ ? plain_->chosen() : PointArray::fromRows(rows_, memory_.cloud.dimension); }
  std::vector<uint32_t> assignment(const StageContext& context) override;

 private:
  LoopState<T> state(T* history) const;
  LoopResult launch(uint32_t limit, bool lookOnly, T* history);
  void prepareOnChip();
  void layOutOnChip();
  uint32_t mostMoved() const;
  void reserveResults(uint32_t limit);
  void goOnPlainly(const StageContext& context);

  const ParamValues params_;
  const EvolveInput in_;
  CudaDevice& device_;
  const cudaStream_t stream_;
  LoopMemory<T> memory_;
  const void* const kernel_;
  const uint32_t blocks_;

  uint32_t iteration_ = 1;
  bool list_ = true;        // the next launch makes the candidate lists
  bool resumes_ = false;    // the last launch ended within an iteration …
  uint64_t lookedAt_ = 0;   // … in which this many points have been looked at
  bool onChip_ = false;     // the last launch ended while few packets were due
  size_t onChipBytes_ = 0;  // of shared memory that iterations with few due packets may take; 0: there are none
  Buffer<unsigned long long> deltas_;
  OnChipLayout onChipLayout_{};
  Buffer<T> history_;
  Buffer<unsigned long long> sums_;
  Buffer<uint32_t> counts_, touched_;
  Buffer<std::byte> results_;  // LoopControl, LoopResult, counters, rows
  size_t counters_ = 0;        // for how many iterations
  std::vector<IterationCounters> hostCounters_;
  std::vector<T> rows_;             // S now
  std::unique_ptr<Evolver> plain_;  // holds S instead, from when it became too crowded until reset
};

template <class T>
LoopState<T> Accelerated<T>::state(T* history) const {
  std::byte* const results = results_.data();
  LoopState<T> state = memory_.state();
  state.sums = sums_.data(), state.counts = counts_.data(), state.touched = touched_.data();
  state.control = reinterpret_cast<LoopControl*>(results);
  state.result = reinterpret_cast<LoopResult*>(results + sizeof(LoopControl));
  state.counters = reinterpret_cast<IterationCounters*>(results + kHeader_bytes);
  state.rows = reinterpret_cast<T*>(results + kHeader_bytes + counters_ * sizeof(IterationCounters));
  state.history = history;
  state.deltas = deltas_.data();
  state.onChip = onChipLayout_;
  return state;
}

template <class T>
void Accelerated<T>::reset(const PointArray& chosen, const StageContext& context) {
  context.checkStop();
  plain_.reset();
  const PointArray rows = chosen.withLayout(Layout::row);
  rows_.assign(rows.elements<T>().begin(), rows.elements<T>().end());
  memory_.reset(rows_);
  sums_.reserve(rows_.size() * DeviceSums<T>::kWords, stream_);
  for (Buffer<uint32_t>* each : {&counts_, &touched_}) each->reserve(memory_.slots(), stream_);
  iteration_ = 1;
  list_ = true, onChip_ = resumes_ = false, lookedAt_ = 0;
  layOutOnChip();
  memory_.clear(state(nullptr));
}

template <class T>
void Accelerated<T>::keep(std::span<const uint32_t> kept, const StageContext& context) {
  if (plain_) return plain_->keep(kept, context);
  std::vector<T> rows;
  const auto d = size_t(memory_.cloud.dimension);
  for (const uint32_t i : kept) rows.insert(rows.end(), rows_.begin() + ptrdiff_t(i * d), rows_.begin() + ptrdiff_t((i + 1) * d));
  rows_ = std::move(rows);
  memory_.keep(kept);
  list_ = true, onChip_ = false;
  layOutOnChip();
}

/// Computes how much of a block's shared memory is left.
template <class T>
void Accelerated<T>::prepareOnChip() {
  const bool small = std::ranges::all_of(memory_.cloud.grid.count, [](uint32_t cells) { return cells <= UINT16_MAX; });
  if (!std::is_same_v<T, float> || memory_.isLarge || !small || (memory_.cloud.dimension != 2 && memory_.cloud.dimension != 3)) return;
  onChipBytes_ = device_.sharedRoom(kernel_);
  CUDA_CHECK(cudaFuncSetAttribute(kernel_, cudaFuncAttributeMaxDynamicSharedMemorySize, int(onChipBytes_)));
}

/// Where a block's strips and this S lie in its shared memory, if they fit.
template <class T>
void Accelerated<T>::layOutOnChip() {
  if (onChipBytes_ == 0) return;
  deltas_.reserve(kDeltaBuffers * kDeltaWords * memory_.present().size(), stream_);
  onChipLayout_ =
      onChipLayout(memory_.cloud.dimension, memory_.present().size(), (memory_.cloud.strips.size() + blocks_ - 1) / blocks_, onChipBytes_);
}

/// Estimates the due strips: about those around the chosen points that moved.
template <class T>
uint32_t Accelerated<T>::mostMoved() const {
  return uint32_t(std::min(uint64_t(kOnChipStrips) * memory_.present().size() / memory_.cloud.strips.size(), uint64_t(UINT32_MAX)));
}

template <class T>
void Accelerated<T>::reserveResults(uint32_t limit) {
  counters_ = limit;
  results_.reserve(kHeader_bytes + limit * sizeof(IterationCounters) + rows_.size() * sizeof(T), stream_);
}

/// Brute force goes on from this S: it splits work that the loop cannot, and the next steps depend on S alone.
template <class T>
void Accelerated<T>::goOnPlainly(const StageContext& context) {
  std::unique_ptr<Evolver> plain = evolveBruteForce(in_, context);
  plain->reset(chosen(), context);
  plain_ = std::move(plain);
}

/// Launches, waits, and takes over counters and S.
template <class T>
LoopResult Accelerated<T>::launch(uint32_t limit, bool lookOnly, T* history) {
  reserveResults(limit);
  CUDA_CHECK(cudaMemsetAsync(results_.data(), 0, kHeader_bytes + limit * sizeof(IterationCounters), stream_));
  LoopState<T> state = this->state(history);
  const bool mayBeOnChip = onChipLayout_.bytes > 0 && !lookOnly && limit >= kOnChipIterations;
  LoopOrder order{
      iteration_, limit, uint32_t(memory_.present().size()), list_, lookOnly, resumes_, mayBeOnChip && onChip_, mayBeOnChip ? mostMoved() : 0};
  void* arguments[] = {&state, &order};
  CUDA_CHECK(cudaLaunchCooperativeKernel(kernel_, blocks_, kLoopBlock, arguments, mayBeOnChip ? onChipLayout_.bytes : 0, stream_));

  const size_t counterBytes = limit * sizeof(IterationCounters), bytes = kHeader_bytes + counterBytes + rows_.size() * sizeof(T);
  const std::byte* const host = device_.download(results_.data(), bytes);
  LoopResult result;
  std::memcpy(&result, host + sizeof(LoopControl), sizeof result);
  resumes_ = result.end == LoopEnd::amid;
  hostCounters_.resize(result.done + (resumes_ ? 1 : 0));
  std::memcpy(hostCounters_.data(), host + kHeader_bytes, hostCounters_.size() * sizeof(IterationCounters));
  if (!hostCounters_.empty()) hostCounters_.front().lookedAt += lookedAt_;
  lookedAt_ = resumes_ ? hostCounters_.back().lookedAt : 0;
  if (!lookOnly) std::memcpy(rows_.data(), host + kHeader_bytes + counterBytes, rows_.size() * sizeof(T));
  iteration_ += result.done;
  list_ = onChip_ = result.onChip != 0;
  return result;
}

template <class T>
void Accelerated<T>::run(uint32_t limit, const std::function<void(const EvolveStep&)>& visit, EvolveVisit detail, const StageContext& context) {
  if (plain_) return plain_->run(limit, visit, detail, context);
  const size_t elements = rows_.size(), rowBytes = std::max<size_t>(elements * sizeof(T), 1);
  const bool steps = detail == EvolveVisit::chosen && limit > 1;
  uint32_t most = steps ? uint32_t(std::clamp<size_t>(kHistory_bytes / rowBytes, 1, kStepsAtOnce)) : kFirstAtOnce;
  if (steps) history_.reserve(elements * most, stream_);
  for (uint32_t done = 0; done < limit;) {
    context.checkStop();
    const LoopResult result = launch(std::min(most, limit - done), false, steps ? history_.data() : nullptr);
    const T* const history = steps ? reinterpret_cast<const T*>(device_.download(history_.data(), elements * sizeof(T) * result.done)) : nullptr;
    for (uint32_t i = 0; i < result.done; ++i) {
      if (steps) std::copy_n(history + i * elements, elements, rows_.begin());
      visit({Verdict::moved(hostCounters_[i].verdict), hostCounters_[i].lookedAt});
    }
    if (result.end == LoopEnd::standsStill) return;
    done += result.done;
    if (result.end == LoopEnd::crowded) {
      goOnPlainly(context);
      return plain_->run(limit - done, visit, detail, context);
    }
    if (!steps) most = std::min(2 * most, kMostAtOnce);
  }
}

template <class T>
std::vector<uint32_t> Accelerated<T>::assignment(const StageContext& context) {
  for (LoopEnd end = LoopEnd::amid; end == LoopEnd::amid && !plain_;) {
    context.checkStop();
    end = launch(1, true, nullptr).end;
    if (end == LoopEnd::crowded) goOnPlainly(context);
  }
  if (plain_) return plain_->assignment(context);
  std::vector<uint32_t> result(memory_.cloud.count);
  memory_.assignment(state(nullptr), result.data());
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
