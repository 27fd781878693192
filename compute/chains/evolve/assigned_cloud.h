// The sorted cloud with its assignment to chosen points, and what tells which points must be looked at again: per cell the chosen points that are its
// candidates and how far those around it have moved in all, per packet a deadline. Whoever moves the chosen points says so; why nothing is missed is
// proven in accelerated.cpp.
#pragma once

#include <memory>
#include <vector>

#include "compute/chains/evolve/cell_lists.h"
#include "compute/chains/evolve/chosen_points.h"
#include "compute/chains/evolve/packet_kernel.h"
#include "compute/chains/evolve/sorted_cloud.h"
#include "compute/chains/evolve/strip_source.h"

namespace arete::cpu {

template <class T>
class AssignedCloud {
 public:
  /// `scale`: of the whole cloud, where this is a part of one.
  AssignedCloud(SortedCloud<T> cloud, double r1, shared::FixedScale scale);
  /// `cloud`: without its points, which are in `pages`. Then assigned() is not known.
  AssignedCloud(SortedCloud<T> cloud, std::shared_ptr<StripSource<T>> pages, double r1, shared::FixedScale scale);

  const SortedCloud<T>& cloud() const { return cloud_; }
  const CellGrid& grid() const { return cloud_.grid(); }
  bool inPages() const { return pages_ != nullptr; }
  /// Whether look() will look at points.
  bool isDue() const { return !awake_.empty(); }
  /// Slot of the chosen point of sorted point i, or kUnassigned, as of the last look().
  uint32_t assigned(size_t i) const { return assigned_[i]; }

  /// All points are unassigned and due. The chosen points have just been reset, too.
  void reset(const ChosenPoints<T>& chosen, const StageContext& context);
  /// Looks at the points that are due and remembers the changes of sums for drain(). Returns how many points were looked at.
  uint64_t look(const ChosenPoints<T>& chosen, const StageContext& context);
  /// Calls take(slot, sums, count) for the changes of sums since the last time; a slot may come once for every thread.
  template <class Take>
  void drain(const Take& take) {
    for (Worker& worker : workers_) worker.changes.drain(take);
  }

  /// A chosen point has moved. After all moves of an iteration, wake() follows.
  void noteMove(const ChosenPoints<T>& chosen, uint32_t slot, const Cell& before, const Cell& after, double distance);
  /// A chosen point that was unknown has moved into the cell.
  void noteArrival(const ChosenPoints<T>& chosen, uint32_t slot, const Cell& cell, double distance);
  /// Adds the movements to the totals and makes due what they may have changed.
  void wake();
  /// Takes chosen points out of the candidates; every point near one of them is due.
  void remove(const ChosenPoints<T>& chosen, std::span<const uint32_t> slots, const StageContext& context);

  /// Whether points lie in the cell or in one that touches it, so that a chosen point there is a candidate of some.
  bool knows(const Cell& cell) const {
    bool any = false;
    forEachKnowing(cell, [&](uint32_t) { any = true; });
    return any;
  }

 private:
  struct CellState {
    double total;     // movement around the cell since reset
    double movement;  // the largest in this iteration; > 0: the cell is in movedCells_
    bool renewed;     // every packet must be looked at: the cell is in renewedCells_
  };
  /// A thread's copy of a cell's candidates, and its changes of the sums.
  struct Worker {
    uint32_t cell = UINT32_MAX;
    std::span<const uint32_t> slots;
    std::vector<T> candidates;
    SumChanges<T> changes;
    uint64_t lookedAt = 0;
  };

  void listCandidates(const ChosenPoints<T>& chosen, const StageContext& context);
  void renew(uint32_t cell);
  void renewAll(const StageContext& context);
  void lookAtOne(uint32_t strip, const ChosenPoints<T>& chosen, Worker& worker, size_t thread);
  StripPage<T> pageOf(const Strip& strip);
  void noteMovement(const Cell& cell, double distance);
  void removeCandidate(const ChosenPoints<T>& chosen, uint32_t slot, uint32_t cell) {
    candidates_.erase(cell, slot, [&](uint32_t a, uint32_t b) { return chosen.before(a, b); });
  }
  /// Calls visit(cell number) for the occupied cells that a chosen point in `cell` is a candidate of.
  template <class Visit>
  void forEachKnowing(const Cell& cell, const Visit& visit) const {
    cloud_.grid().forEachTouching(cell, [&](uint64_t key) {
      if (const uint32_t found = cloud_.findCell(key); found != CellTable::kNone) visit(found);
    });
  }

  SortedCloud<T> cloud_;
  MarginRule<T> margins_;
  shared::FixedScale scale_;
  LookAtStrip<T> lookAtStrip_;

  std::shared_ptr<StripSource<T>> pages_;  // null where points and the next two are here
  Buffer<uint32_t> assigned_;              // by sorted point
  Buffer<double> deadlines_;               // by packet
  Buffer<double> earliest_;                // by strip
  Buffer<CellState> cells_;
  CellLists candidates_;
  std::vector<uint32_t> awake_;  // strips to look at in the next step
  std::vector<uint32_t> movedCells_, renewedCells_;
  std::vector<Worker> workers_;
};

}  // namespace arete::cpu
