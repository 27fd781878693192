// decimate.cpu.rounds: the sweep of row 0 on all threads.
//
// Idea. Whether a point goes depends on the points within 2·R2 of it: on those of higher index as they are when the sweep begins, on those
// of lower index as the sweep has left them. So a point can be decided once all its lower-index neighbours are, in any order and on any
// thread, with the sequential result; and at once when kCrowd neighbours are certain to stay. Each round takes the points that are still
// undecided, threads share them in pieces, each in index order, so most find their lower neighbours just decided.
// A sweep that would leave fewer than kFewestChosen points is cut after the removal that reaches them: removals happen in index order.
//
// Memory: the grid's links and a byte per point. Cost: linear in m for points of bounded density, times the rounds. Loses to the one pass
// of decimate.cpu.grid: it must look at all neighbours that may still go, where that one takes them out of the grid, and chains of
// neighbours along the curve make late pieces wait for early ones.
// Source: Blelloch, Fineman, Shun, Greedy sequential maximal independent set and matching are parallel on average, 2012.
#include <atomic>
#include <numeric>
#include <vector>

#include "compute/chains/decimate/fate.h"

namespace arete::cpu {

namespace {

constexpr size_t kGrain = 512;  // points a thread takes at a time

template <class T>
class Rounds {
 public:
  Rounds(const PointsView<T>& chosen, double r2, const StageContext& context) : grid_(chosen, 2 * r2, context), reach_(r2), fates_(chosen.count) {}

  void decideAll(const StageContext& context) {
    std::vector<uint32_t> open(fates_.size());
    std::iota(open.begin(), open.end(), 0u);
    while (!open.empty()) {
      context.device.threads().forEachRange(open.size(), kGrain, [&](size_t begin, size_t end, int) {
        context.checkStop();
        for (size_t at = begin; at < end; ++at)
          fates_[open[at]].store(fateOf(open[at], grid_, reach_, [&](uint32_t other) { return fate(other); }), std::memory_order_release);
      });
      std::erase_if(open, [&](uint32_t i) { return fate(i) != Fate::open; });
    }
  }

  /// Ascending; includes what the stop rule keeps.
  std::vector<uint32_t> survivors() const {
    const auto count = uint32_t(fates_.size());
    uint32_t mayGo = count - kFewestChosen + 1;  // removals until fewer than kFewestChosen are left
    std::vector<uint32_t> left;
    for (uint32_t i = 0; i < count; ++i) {
      if (mayGo > 0 && fate(i) == Fate::goes) --mayGo;
      else left.push_back(i);
    }
    return left;
  }

 private:
  Fate fate(uint32_t i) const { return fates_[i].load(std::memory_order_acquire); }

  const PointGrid<T> grid_;
  const SweepReach<T> reach_;
  std::vector<std::atomic<Fate>> fates_;
};

}  // namespace

std::vector<uint32_t> decimateRounds(const DecimateInput& in, const StageContext& context) {
  return withScalarType(in.chosen.scalar(), [&]<class T>() {
    if (in.chosen.size() <= kFewestChosen || !CellGrid::suits<T>(in.r2)) return decimateSequential(in, context);
    Rounds<T> rounds(in.chosen.view<T>(), in.r2, context);
    rounds.decideAll(context);
    return rounds.survivors();
  });
}

}  // namespace arete::cpu
