// decimate.cpu.grid: the sweep of row 0 on a grid of cell 2·R2.
//
// Idea. The points are decided in index order, each by those left in the cells around it, and looking stops at the kCrowd-th within R2.
// Removed points leave their cell, so crowded places thin out while the sweep goes on. A removal can change the fate of every later
// point within 2·R2, and the chain of these goes along the curve: rounds of decided neighbours (decimate.cpu.rounds) wait for it;
// one pass in order does not.
// Many points that do not crowd (the first sweeps with a small radius, all later ones) are counted first, by all threads in the order of
// space: how many are near each, and who. Then one pass in index order takes a removed point off the counts of its neighbours. Lists and
// counts stay true for the points that are left, so the next sweep is only such a pass; and in the next round only the points that moved, and
// those around them, are looked at again.
//
// Memory: the grid's links, or the lists of neighbours, at most 16 a point, kept from sweep to sweep. Cost: linear in m for points of bounded
// density; where they crowd, the pass thins them out and looking stops early. Loses to row 0 for fewer than about 30 points.
// Source: ours.
#include <atomic>
#include <numeric>
#include <vector>

#include "compute/chains/decimate/stage.h"
#include "compute/chains/grid/neighbour_lists.h"
#include "compute/chains/grid/point_grid.h"

namespace arete::cpu {

namespace {

/// What the points around a point say about it.
struct Verdict {
  bool crowded, lonely;
};

template <class T>
Verdict lookAround(const PointGrid<T>& grid, uint32_t i, T near, T far) {
  uint32_t within = 0, withinTwice = 0;
  grid.forEachNear(i, [&](uint32_t, T squared) {
    within += squared <= near;
    withinTwice += squared <= far;
    return within < kCrowd;
  });
  return {within >= kCrowd, withinTwice <= kLonely};
}

template <class T>
std::vector<uint32_t> sweepCells(const PointsView<T>& chosen, double r2, const StageContext& context) {
  const T near = shared::squaredRadius<T>(r2), far = shared::squaredRadius<T>(2 * r2);
  PointGrid<T> grid(chosen, 2 * r2, context);
  StopTicker checkStop(context);
  std::vector<uint32_t> left;
  uint32_t size = chosen.count;
  for (uint32_t i = 0; i < chosen.count; ++i) {
    checkStop();
    bool remove = false;
    if (size >= kFewestChosen) {
      const Verdict verdict = lookAround(grid, i, near, far);
      remove = verdict.crowded || verdict.lonely;
    }
    if (remove) grid.remove(i), --size;
    else left.push_back(i);
  }
  return left;
}

/// The points that the last sweep left, each with what is known of its neighbours.
template <class T>
class Neighbourhood final : public DecimateMemory {
 public:
  Neighbourhood(const PointArray& chosen, double r2, const StageContext& context)
      : chosen_(chosen),
        r2_(r2),
        number_(chosen.size()),
        lists_(SortedPoints<T>(chosen.view<T>(), 2 * r2, context), context, entry([](uint32_t i) { return i; })),
        within_(chosen.size()),
        withinTwice_(chosen.size()) {
    std::iota(number_.begin(), number_.end(), 0u);
    if (complete()) count(context, [](uint32_t) { return true; });
  }

  bool complete() const { return lists_.complete(); }

  /// Takes over the present places of the points. False when that is no less work than starting anew.
  bool follow(const PointArray& chosen, double r2, const StageContext& context) {
    const bool alike = chosen.size() == chosen_.size() && chosen.dimension() == chosen_.dimension() && chosen.scalar() == chosen_.scalar();
    if (!alike || r2 != r2_) return false;
    const PointsView<T> before = chosen_.view<T>(), now = chosen.view<T>();
    std::vector<uint8_t> moved(now.count);
    size_t movedCount = 0;
    for (uint32_t i = 0; i < now.count; ++i) {
      for (int k = 0; k < now.dimension; ++k) moved[i] |= before.at(i, k) != now.at(i, k);
      movedCount += moved[i];
    }
    if (movedCount == 0) return true;
    if (movedCount > now.count / kMovedOneIn) return false;
    renew(chosen, moved, context);
    return complete();
  }

  std::vector<uint32_t> sweep(const StageContext& context) {
    StopTicker checkStop(context);
    std::vector<uint32_t> left, numbers;
    uint32_t size = chosen_.size();
    for (uint32_t i = 0; i < chosen_.size(); ++i) {
      checkStop();
      const uint32_t number = number_[i];
      if (size < kFewestChosen || (within_[number] < kCrowd && withinTwice_[number] > kLonely)) {
        left.push_back(i);
        numbers.push_back(number);
        continue;
      }
      --size;
      for (const uint32_t each : lists_.of(number)) within_[each / 2] -= each & 1, --withinTwice_[each / 2];
    }
    if (left.size() < chosen_.size()) chosen_ = chosen_.subset(left), number_ = std::move(numbers);
    return left;
  }

 private:
  static constexpr uint32_t kMovedOneIn = 4;  // of the points: where more moved, nearly every list would be made again

  /// Neighbours within 2·R2 as 2 · number, + 1 for those within R2.
  template <class NumberOf>
  auto entry(const NumberOf& numberOf) const {
    return [numberOf, near = shared::squaredRadius<T>(r2_), far = shared::squaredRadius<T>(2 * r2_)](uint32_t, uint32_t other, T squared) {
      return squared <= far ? 2 * numberOf(other) + (squared <= near) : NeighbourLists::kNothing;
    };
  }

  /// Rebuilds the lists of the points that moved, of their former neighbours, and of their present ones.
  void renew(const PointArray& chosen, std::span<const uint8_t> moved, const StageContext& context) {
    const auto numberOf = [this](uint32_t i) { return number_[i]; };
    std::vector<uint8_t> old(within_.size());  // by number; a byte each, written as 1 by any thread
    const auto mark = [&](uint32_t number) { std::atomic_ref(old[number]).store(1, std::memory_order_relaxed); };
    for (uint32_t i = 0; i < moved.size(); ++i) {
      if (!moved[i]) continue;
      mark(number_[i]);
      for (const uint32_t each : lists_.of(number_[i])) mark(each / 2);
    }
    const SortedPoints<T> points(chosen.view<T>(), 2 * r2_, context);
    const T far = shared::squaredRadius<T>(2 * r2_);
    context.device.threads().forEachRange(points.size(), SortedPoints<T>::kPiece, [&](size_t begin, size_t end, int) {
      points.forEachNear(
          begin, end, context, [&](uint32_t i) { return moved[i] != 0; },
          [&](uint32_t, uint32_t other, T squared) {
            if (squared <= far) mark(number_[other]);
            return true;
          });
    });
    const auto isOld = [&](uint32_t i) { return old[number_[i]] != 0; };
    lists_.find(points, context, isOld, numberOf, entry(numberOf));
    chosen_ = chosen;
    if (complete()) count(context, isOld);
  }

  /// Counts the neighbours of the points for which wanted(index) holds.
  template <class Wanted>
  void count(const StageContext& context, const Wanted& wanted) {
    constexpr size_t kGrain = 1 << 13;
    context.device.threads().forEachRange(chosen_.size(), kGrain, [&](size_t begin, size_t end, int) {
      context.checkStop();
      for (auto i = uint32_t(begin); i < end; ++i) {
        if (!wanted(i)) continue;
        uint32_t near = 1;  // itself
        const auto list = lists_.of(number_[i]);
        for (const uint32_t each : list) near += each & 1;
        within_[number_[i]] = near;
        withinTwice_[number_[i]] = 1 + uint32_t(list.size());
      }
    });
  }

  PointArray chosen_;
  const double r2_;
  std::vector<uint32_t> number_;  // by present index: the index at the first sweep, by which lists and counts are numbered
  NeighbourLists lists_;          // also those of removed points, which are in no list that is looked at again
  std::vector<uint32_t> within_, withinTwice_;
};

constexpr uint32_t kFewestToCount = 4096, kMostToCount = 1u << 31;  // fewer are swept before threads have started

/// What is known of the points, from the sweep before (in in.memory) or found now; null when that is not worth it.
template <class T>
std::unique_ptr<Neighbourhood<T>> neighbourhoodOf(const DecimateInput& in, const StageContext& context) {
  std::unique_ptr<DecimateMemory> kept = in.memory == nullptr ? nullptr : std::move(*in.memory);
  if (auto* const known = dynamic_cast<Neighbourhood<T>*>(kept.get()); known != nullptr && known->follow(in.chosen, in.r2, context)) {
    kept.release();
    return std::unique_ptr<Neighbourhood<T>>(known);
  }
  if (in.chosen.size() < kFewestToCount || in.chosen.size() >= kMostToCount) return {};
  auto found = std::make_unique<Neighbourhood<T>>(in.chosen, in.r2, context);
  return found->complete() ? std::move(found) : nullptr;
}

}  // namespace

std::vector<uint32_t> decimateGrid(const DecimateInput& in, const StageContext& context) {
  return withScalarType(in.chosen.scalar(), [&]<class T>() {
    if (in.chosen.size() <= kFewestChosen || !CellGrid::suits<T>(in.r2)) return decimateSequential(in, context);
    auto neighbourhood = neighbourhoodOf<T>(in, context);
    if (neighbourhood == nullptr) return sweepCells(in.chosen.view<T>(), in.r2, context);
    std::vector<uint32_t> left = neighbourhood->sweep(context);
    if (in.memory != nullptr) *in.memory = std::move(neighbourhood);
    return left;
  });
}

}  // namespace arete::cpu
