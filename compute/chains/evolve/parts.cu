// evolve.cuda.parts: evolve.cuda.accelerated on several GPUs, with the bits of one.
//
// Idea. Each GPU has a stretch of the points, and sorts it by space for itself; all have all of S. A GPU looks at those of its points that are due
// and adds up what they change, as accelerated.cu does; then every GPU reads the sums of all and moves all of S, by the same formula from the same
// integers, so that no place has to be sent. An iteration is two launches on each GPU, a look and a move, and behind each all GPUs wait for
// each other, by events; the host launches a few iterations ahead and learns from a word in its memory when to stop. What was launched too much finds
// that the loop has ended and does nothing. A look whose time is up says so in a word that all read: then nobody moves, and the next look goes on.
//
// Why no bit changes. Sums of integers do not depend on who adds them up; which points are due may differ from one GPU's (a stretch has other
// strips), but only points whose assignment cannot have changed are ever left out. Ties go by the order of S, which is the same everywhere.
// Everything else that a GPU decides by, it decides by numbers that all have.
//
// Chosen points are few, which is why sums are exchanged, and not, as between machines (compute/chains/parts/part.h), only what neighbours must
// know: that would save nothing here and need a home for each chosen point. Sums that nobody changed are not read.
// Floor of the exchange: 4 m bytes of marks and (8 d + 4) bytes a changed chosen point, from each other GPU, an iteration (m chosen points, floats):
// at m = 45 000 and 3D 0.2 to 1.4 MB. Where GPUs do not reach each other's memory, all of it is copied, m (8 d + 12) bytes from each to each, by the
// driver through the host. 'direct' and 'copies' can be asked for (kGpuExchangeParam).
//
// Memory: a GPU's is that of evolve.cuda.accelerated for its stretch, and S whole. Cost: as there, shared; the launches and waits of an iteration
// take tens of microseconds, so that clouds of under some 10^8 points are faster on one GPU: automatically they stay there. Loses to
// evolve.cuda.accelerated there, and where S is so large that moving it, which every GPU does, takes the time. Where points are ordered along a
// curve, stretches are pieces of it, and those in which points still move have the work. Source: ours; parts as in spec "beyond one memory".
#include <cstring>

#include "compute/chains/evolve/part_on_gpu.cuh"
#include "compute/chains/evolve/stage.h"
#include "compute/chains/parts/parted_evolver.h"
#include "compute/core/gpu_params.h"
#include "compute/gpu/on_each.h"

namespace arete::cuda {

namespace {

constexpr uint32_t kRoundsAhead = 4;  // that are launched before the host knows of the first one
constexpr uint32_t kMostOfARun = 1024, kMostSteps = 64;
constexpr size_t kStepHistory_bytes = size_t(32) << 20;

/// Words in the host's memory that a GPU writes.
class ToldProgress {
 public:
  ToldProgress() { CUDA_CHECK(cudaHostAlloc(reinterpret_cast<void**>(&told_), sizeof(PartProgress), cudaHostAllocPortable | cudaHostAllocMapped)); }
  ~ToldProgress() { cudaFreeHost(told_); }
  ToldProgress(const ToldProgress&) = delete;
  PartProgress* get() const { return told_; }
  bool stops(uint32_t limit) const {
    const volatile PartProgress& now = *told_;
    return now.ended || now.crowded || now.done >= limit;
  }

 private:
  PartProgress* told_ = nullptr;
};

template <class T>
class PartedOnGpus final : public parts::PartedEvolver {
 public:
  PartedOnGpus(const EvolveInput& in, std::vector<CloudStretch> stretches)
      : params_(in.params), in_{in.cloud, in.r1, params_, in.whole}, dimension_(size_t(in.cloud.dimension())) {
    const auto asked = GpuExchange(int(params_.get(kGpuExchangeParam)));
    direct_ = asked != GpuExchange::copies && letReadEachOther(stretches);
    if (asked == GpuExchange::direct && !direct_)
      throw Error(ErrorKind::wrongUse, "GPUs cannot read each other's memory", "--gpu-exchange direct", "the driver allows it for no such pair",
                  "leave it out: copies give the same answer");
    const DeviceGrid grid = makeGrid(in.cloud, shared::kCellEdge * in.r1);
    const LoopRules<T> rules(in);
    parts_.resize(stretches.size());
    onEach(parts_.size(), [&](size_t i) { parts_[i] = std::make_unique<PartOnGpu<T>>(stretches[i], in.cloud, grid, rules); });
    for (uint32_t i = 0; i < kRoundsAhead; ++i) {
      const OnGpu here(parts_[0]->gpu());
      ends_.push_back(makeMark());
    }
  }
  ~PartedOnGpus() override { wait(); }

  void reset(const PointArray& chosen, const StageContext& context) override;
  void keep(std::span<const uint32_t> kept, const StageContext& context) override;
  EvolveStep step(const StageContext& context) override {
    EvolveStep result;
    run(
        1, [&](const EvolveStep& done) { result = done; }, EvolveVisit::counters, context);
    return result;
  }
  void run(uint32_t limit, const std::function<void(const EvolveStep&)>& visit, EvolveVisit detail, const StageContext& context) override;
  PointArray chosen() const override { return plain_ ? plain_->chosen() : PointArray::fromRows(rows_, int(dimension_)); }
  std::vector<uint32_t> assignment(const StageContext& context) override;
  PartsReport report() const override;

 private:
  void makeOrders(uint32_t limit);
  void prepareRun(uint32_t limit, uint32_t steps);
  void launchRound();
  void runRounds(uint32_t limit, const StageContext& context);
  std::vector<EvolveStep> stepsOfRun(uint32_t count);
  void goOnPlainly(const StageContext& context);
  void wait() noexcept {
    for (const auto& part : parts_) {
      const OnGpu here(part->gpu());
      cudaStreamSynchronize(part->stream());
    }
  }

  const ParamValues params_;
  const EvolveInput in_;
  const size_t dimension_;
  bool direct_ = true;
  std::vector<std::unique_ptr<PartOnGpu<T>>> parts_;
  std::vector<std::vector<SharedMemory>> copies_;  // of what a part shows, by who has the copy, then by the part; not where all read directly
  std::vector<PartOrder<T>> orders_;
  ToldProgress told_;
  std::vector<Event> ends_;  // of the last rounds, on the first part's stream
  uint32_t round_ = 0;
  bool list_ = true;  // the next run makes the candidate lists
  uint64_t iterations_ = 0, lookedAt_ = 0, busiest_ = 0;
  std::vector<T> rows_;             // S now
  std::unique_ptr<Evolver> plain_;  // holds S instead, from when it became too crowded until reset
};

template <class T>
void PartedOnGpus<T>::reset(const PointArray& chosen, const StageContext& context) {
  context.checkStop();
  wait();
  plain_.reset();
  const PointArray rows = chosen.withLayout(Layout::row);
  rows_.assign(rows.elements<T>().begin(), rows.elements<T>().end());
  for (const auto& part : parts_) part->reset(rows_);
  if (!direct_) {
    copies_.resize(parts_.size());
    for (size_t at = 0; at < parts_.size(); ++at) {
      copies_[at].resize(parts_.size());
      for (size_t of = 0; of < parts_.size(); ++of)
        if (const size_t bytes = parts_[of]->shownBytes(); of != at && copies_[at][of].bytes() < bytes)
          copies_[at][of] = SharedMemory(bytes + bytes / 2, parts_[at]->gpu());
    }
  }
  wait();  // sums are cleared before anybody reads them
  list_ = true, round_ = 0;
}

template <class T>
void PartedOnGpus<T>::keep(std::span<const uint32_t> kept, const StageContext& context) {
  if (plain_) return plain_->keep(kept, context);
  std::vector<T> rows;
  for (const uint32_t i : kept) rows.insert(rows.end(), rows_.begin() + ptrdiff_t(i * dimension_), rows_.begin() + ptrdiff_t((i + 1) * dimension_));
  rows_ = std::move(rows);
  for (const auto& part : parts_) part->keep(kept);
  list_ = true;
}

template <class T>
void PartedOnGpus<T>::makeOrders(uint32_t limit) {
  orders_.assign(parts_.size(), {});
  for (size_t at = 0; at < parts_.size(); ++at) {
    PartOrder<T>& order = orders_[at];
    for (size_t of = 0; of < parts_.size(); ++of) {
      std::byte* const memory = direct_ || of == at ? parts_[of]->shownMemory() : copies_[at][of].data();
      order.parts[of] = PartSums<T>::at(memory, parts_[of]->memory().slots(), dimension_);
    }
    order.own = parts_[at]->shown();
    order.count = uint32_t(parts_.size());
    order.limit = limit;
    order.rowCount = uint32_t(parts_[at]->memory().present().size());
    order.progress = parts_[at]->progress();
    order.told = at == 0 ? told_.get() : nullptr;
  }
}

template <class T>
void PartedOnGpus<T>::prepareRun(uint32_t limit, uint32_t steps) {
  *told_.get() = {};
  for (size_t at = 0; at < parts_.size(); ++at) {
    parts_[at]->prepareRun(limit, at == 0 ? steps : 0);
    if (list_) parts_[at]->list();
  }
  list_ = false;
  makeOrders(limit);
}

/// A look of all, then a move of all: none begins before what the others do before it has ended.
template <class T>
void PartedOnGpus<T>::launchRound() {
  ++round_;
  for (size_t at = 0; at < parts_.size(); ++at) {
    PartOnGpu<T>& part = *parts_[at];
    const OnGpu here(part.gpu());
    for (const auto& other : parts_)
      if (other.get() != &part) CUDA_CHECK(cudaStreamWaitEvent(part.stream(), other->moved(), 0));
    orders_[at].round = round_;
    part.look(orders_[at]);
    if (!direct_)
      for (size_t to = 0; to < parts_.size(); ++to)
        if (to != at)
          CUDA_CHECK(
              cudaMemcpyPeerAsync(copies_[to][at].data(), parts_[to]->gpu(), part.shownMemory(), part.gpu(), part.shownBytes(), part.stream()));
    CUDA_CHECK(cudaEventRecord(part.looked(), part.stream()));
  }
  for (size_t at = 0; at < parts_.size(); ++at) {
    PartOnGpu<T>& part = *parts_[at];
    const OnGpu here(part.gpu());
    for (const auto& other : parts_)
      if (other.get() != &part) CUDA_CHECK(cudaStreamWaitEvent(part.stream(), other->looked(), 0));
    part.move(orders_[at]);
    CUDA_CHECK(cudaEventRecord(part.moved(), part.stream()));
  }
}

template <class T>
void PartedOnGpus<T>::runRounds(uint32_t limit, const StageContext& context) {
  const uint32_t ahead = std::min(kRoundsAhead, limit);
  for (uint32_t launched = 0;; ++launched) {
    if (launched >= ahead) {
      CUDA_CHECK(cudaEventSynchronize(ends_[launched % ahead].get()));
      if (told_.stops(limit)) return;
    }
    context.checkStop();
    launchRound();
    const OnGpu here(parts_[0]->gpu());
    CUDA_CHECK(cudaEventRecord(ends_[launched % ahead].get(), parts_[0]->stream()));
  }
}

/// What the iterations of the last run did, on all parts together.
template <class T>
std::vector<EvolveStep> PartedOnGpus<T>::stepsOfRun(uint32_t count) {
  std::vector<EvolveStep> steps(count);
  std::vector<uint64_t> busiest(count);
  for (const auto& part : parts_) {
    const std::vector<IterationCounters> counters = part->counters(count);
    for (uint32_t i = 0; i < count; ++i) {
      steps[i].moved = Verdict::moved(counters[i].verdict);
      steps[i].pointsLookedAt += counters[i].lookedAt;
      busiest[i] = std::max<uint64_t>(busiest[i], counters[i].lookedAt);
    }
  }
  for (uint32_t i = 0; i < count; ++i) ++iterations_, lookedAt_ += steps[i].pointsLookedAt, busiest_ += busiest[i];
  return steps;
}

template <class T>
PartsReport PartedOnGpus<T>::report() const {
  PartsReport report{.points = {}, .iterations = iterations_, .gpus = {}, .readsDirectly = direct_};
  for (const auto& part : parts_) {
    report.points.push_back(part->stretch().count);
    report.gpus.push_back(part->gpu() + 1);
  }
  if (busiest_ > 0) report.balance = double(lookedAt_) / double(parts_.size()) / double(busiest_);
  return report;
}

/// Brute force goes on from this S on one GPU: it splits work that the loop cannot, and the next steps depend on S alone.
template <class T>
void PartedOnGpus<T>::goOnPlainly(const StageContext& context) {
  wait();
  std::unique_ptr<Evolver> plain = evolveBruteForce(in_, context);
  plain->reset(chosen(), context);
  plain_ = std::move(plain);
}

template <class T>
void PartedOnGpus<T>::run(uint32_t limit, const std::function<void(const EvolveStep&)>& visit, EvolveVisit detail, const StageContext& context) {
  if (plain_) return plain_->run(limit, visit, detail, context);
  const bool steps = detail == EvolveVisit::chosen && limit > 1;
  const size_t elements = rows_.size(), row_bytes = std::max<size_t>(elements * sizeof(T), 1);
  const uint32_t most = steps ? uint32_t(std::clamp<size_t>(kStepHistory_bytes / row_bytes, 1, kMostSteps)) : kMostOfARun;
  for (uint32_t done = 0; done < limit;) {
    const uint32_t atOnce = std::min(most, limit - done);
    prepareRun(atOnce, steps ? atOnce : 0);
    runRounds(atOnce, context);
    const uint32_t now = told_.get()->done;
    const std::vector<EvolveStep> made = stepsOfRun(now);
    const std::vector<T> history = steps ? parts_[0]->history(now) : std::vector<T>();
    if (!steps) rows_ = parts_[0]->rows();
    for (uint32_t i = 0; i < now; ++i) {
      if (steps) std::copy_n(history.begin() + ptrdiff_t(i * elements), elements, rows_.begin());
      visit(made[i]);
    }
    if (told_.get()->ended) return;
    done += now;
    if (told_.get()->crowded) {
      goOnPlainly(context);
      return plain_->run(limit - done, visit, detail, context);
    }
  }
}

template <class T>
std::vector<uint32_t> PartedOnGpus<T>::assignment(const StageContext& context) {
  if (plain_) return plain_->assignment(context);
  prepareRun(1, 0);
  ++round_;
  bool crowded = false;
  for (size_t at = 0; at < parts_.size(); ++at) {
    orders_[at].round = round_;
    for (uint32_t late = kLookUnfinished; late != 0 && !crowded;) {
      context.checkStop();
      const OnGpu here(parts_[at]->gpu());
      CUDA_CHECK(cudaMemsetAsync(parts_[at]->shown().late, 0, 2 * sizeof(uint32_t), parts_[at]->stream()));
      parts_[at]->look(orders_[at]);
      late = parts_[at]->late(round_);
      crowded = (late & kLookCrowded) != 0;
      parts_[at]->resume();  // the next look of this iteration, here or of a run, has its movements already
    }
  }
  if (crowded) {
    goOnPlainly(context);
    return plain_->assignment(context);
  }
  std::vector<uint32_t> result(in_.cloud.size());
  onEach(parts_.size(), [&](size_t at) { parts_[at]->assignment(result); });
  return result;
}

}  // namespace

std::unique_ptr<Evolver> evolveParts(const EvolveInput& in, const StageContext& context) {
  context.checkStop();
  return withScalarType(in.cloud.scalar(), [&]<class T>() -> std::unique_ptr<Evolver> {
    if (in.cloud.empty() || !gridSuits<T>(in.r1)) return evolveBruteForce(in, context);
    std::vector<CloudStretch> stretches = stretchesOf(in.cloud, in.params, context);
    if (stretches.size() == 1 && in.params.get(kGpuPartsParam) == 0) return evolveAccelerated(in, context);
    return std::make_unique<PartedOnGpus<T>>(in, std::move(stretches));
  });
}

}  // namespace arete::cuda
