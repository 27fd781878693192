// evolve.cpu.accelerated: the answer of row 0 for a small share of its work.
//
// Idea. The cloud is sorted by space once (sorted_cloud.h): cells 1.25·R1 long, in them packets of 16 points. A chosen point is known to
// every cell that it is in or touches, its candidates. A packet keeps a deadline: how far the chosen points around its cell may move in
// all before any of its points can have another nearest one. Per iteration a cell adds up the largest movement among them; only
// packets whose deadline is reached are looked at again (packet_kernel.h). Sums are integers, so they are changed only by the points whose
// chosen point changed, and only chosen points with changed sums are moved. (Hamerly 2010 for k-means, with R1 as one more rival.)
//
// Why no change is missed. Let r1 ≤ r2 be the distances of a point to the nearest and second-nearest candidate when it was looked at,
// each cut at cap = 1.2·R1: a chosen point that is no candidate is at least a whole cell (1.25·R1) away. M is the cell's movement since.
//  1. Any chosen point q is now at least min(r_q, cap) − M away, and an assigned point's own at most r1 + M. One step moves q by δ. If q
//     was or is a candidate, M grew by δ or more (movements of a step are taken at their maximum, over the cells around the old and the
//     new place). If it neither was nor is, it is farther than cap.
//  2. So an assignment holds while M < (r2 − r1)/2 and M < R1 − r1, and an unassigned point stays so while M < min(r1, cap) − R1.
//  3. The kernel has squares only. With r1 ≤ R1, r2 ≤ cap: (r2 − r1)/2 ≥ (r2² − r1²)/(2(R1 + cap)), R1 − r1 ≥ (R1² − r1²)/(2·R1),
//     and r1 − R1 ≥ (r1² − R1²)/(cap + R1) for R1 ≤ r1 ≤ cap. No square root, no division.
//  4. Rounding. With u the unit roundoff of T, a computed square is the true one times 1 + θ, |θ| ≤ (d+2)·u·1.01 (no over- or underflow
//     that matters: CellGrid::suits), so a computed distance up to cap is off by less than e = (d+8)/2·u·1.25·R1. Step 2 needs 4e for the
//     two comparisons (when looked at and later), step 3 costs 2e for the squares' errors over R1 + cap and less than e for its own
//     arithmetic in T. Slack is 8e. Movements are computed in double from exact differences and rounded up, totals are rounded up,
//     deadlines down.
// Ties need no special care: a margin > 0 after slack means that the decision is strict, and without one the packet is looked at
// whenever something moved nearby, by the shared formula with candidates in index order.
//
// keep() takes removed points out of the candidates and looks again only at the cells that knew one; a removal brings no other chosen
// point nearer, so all other margins hold. reset() starts anew. What is remembered decides only what need not be looked at, never the result.
//
// Memory: per cloud point d coordinates, its slot and its index in the cloud, half a byte for the deadline; per thread m·(d + 1) integers.
// Loses to brute force for a handful of chosen points on a tiny cloud, and when R1 is so large that all chosen points share few cells.
// Source: spec "accelerated evolve".
#include <algorithm>
#include <limits>
#include <numeric>

#include "compute/core/fixed_scale.h"
#include "compute/cpu/evolve/brute_force.h"
#include "compute/cpu/evolve/cell_lists.h"
#include "compute/cpu/evolve/chosen_points.h"
#include "compute/cpu/evolve/packet_kernel.h"
#include "compute/cpu/evolve/sorted_cloud.h"
#include "compute/cpu/grid/sorted_points.h"
#include "compute/cpu/versions.h"
#include "compute/shared/distance.h"

namespace arete::cpu {

namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

template <class T>
class Accelerated final : public Evolver {
 public:
  Accelerated(const EvolveInput& in, const StageContext& context)
      : cloud_(in.cloud, shared::kCellEdge * in.r1, context),
        rule_(moveRule<T>(in.params, in.r1)),
        margins_(shared::marginRule<T>(in.r1, in.cloud.dimension())),
        scale_(makeFixedScale(in.scaled())),
        lookAtStrip_(lookAtStripKernels<T>(in.cloud.dimension()).back()),
        assigned_(cloud_.size()),
        deadlines_(cloud_.packets()),
        earliest_(cloud_.strips().size()),
        cells_(cloud_.cells()) {}

  void reset(const PointArray& chosen, const StageContext& context) override;
  void keep(std::span<const uint32_t> kept, const StageContext& context) override;
  EvolveStep step(const StageContext& context) override;
  PointArray chosen() const override { return chosen_.array(); }
  std::vector<uint32_t> assignment(const StageContext& context) override;

 private:
  struct CellState {
    double total;     // movement around the cell since reset
    double movement;  // the largest in this step; > 0: the cell is in movedCells_
    bool renewed;     // every packet must be looked at: the cell is in renewedCells_
  };
  /// How far at most a chosen point has moved, 0 when it stayed, and the cell that it is in now.
  struct Move {
    double distance = 0;
    Cell cell;
  };
  /// A thread's copy of a cell's candidates, and its changes of the sums.
  struct Worker {
    uint32_t cell = UINT32_MAX;
    std::span<const uint32_t> slots;
    std::vector<T> candidates;
    SumChanges<T> changes;
    uint64_t lookedAt = 0;
  };

  void listCandidates(const PointsView<T>& chosen, const StageContext& context);
  void renew(uint32_t cell);
  void renewAll(const StageContext& context);
  uint64_t look(const StageContext& context);
  void lookAtOne(uint32_t strip, Worker& worker);
  void collectChanges(const StageContext& context);
  uint32_t moveTouched(const StageContext& context);
  Move move(uint32_t slot);
  void noteMovement(const Cell& cell, double distance);
  void wakeStrips();
  /// Calls visit(cell number) for the occupied cells that a chosen point in `cell` is a candidate of.
  template <class Visit>
  void forEachKnowing(const Cell& cell, const Visit& visit) const {
    cloud_.grid().forEachTouching(cell, [&](uint64_t key) {
      if (const uint32_t found = cloud_.findCell(key); found != CellTable::kNone) visit(found);
    });
  }

  const SortedCloud<T> cloud_;
  const shared::MoveRule<T> rule_;
  const MarginRule<T> margins_;
  const shared::FixedScale scale_;
  const LookAtStrip<T> lookAtStrip_;

  Buffer<uint32_t> assigned_;  // by sorted point
  Buffer<double> deadlines_;   // by packet
  Buffer<double> earliest_;    // by strip
  Buffer<CellState> cells_;
  CellLists candidates_;
  ChosenPoints<T> chosen_;
  std::vector<uint32_t> awake_;  // strips to look at in the next step
  std::vector<uint32_t> movedCells_, renewedCells_, touched_;
  std::vector<Move> moves_;          // of touched_
  ZeroedBuffer<uint8_t> isTouched_;  // by slot: in touched_
  std::vector<Worker> workers_;
};

template <class T>
void Accelerated<T>::reset(const PointArray& chosen, const StageContext& context) {
  const PointArray rows = chosen.withLayout(Layout::row);
  chosen_.reset(rows, cloud_.grid(), context);
  listCandidates(rows.view<T>(), context);
  forEachPiece(assigned_.size(), context,
               [&](size_t begin, size_t end) { std::fill(assigned_.data() + begin, assigned_.data() + end, kUnassigned); });
  forEachPiece(deadlines_.size(), context, [&](size_t begin, size_t end) { std::fill(deadlines_.data() + begin, deadlines_.data() + end, 0.0); });
  workers_.clear();
  isTouched_ = ZeroedBuffer<uint8_t>(chosen_.slots());
  touched_.clear();
  movedCells_.clear();
  renewAll(context);
}

/// Both sides are sorted by cell, so all threads read the cells and the chosen points around them in memory order.
template <class T>
void Accelerated<T>::listCandidates(const PointsView<T>& chosen, const StageContext& context) {
  constexpr size_t kCells = 1024;
  const Buffer<PlacedPoint> placed = placedByCell(chosen, cloud_.grid(), context);
  const auto forEachCell = [&](const auto& visit) {
    context.device.threads().forEachRange(cloud_.cells(), kCells, [&](size_t begin, size_t end, int) {
      context.checkStop();
      RunsAround runsAround(cloud_.grid(), placed.span());
      for (auto cell = uint32_t(begin); cell < end; ++cell) visit(cell, runsAround.of(cloud_.cellKey(cell)));
    });
  };
  std::vector<uint32_t> sizes(cloud_.cells());
  forEachCell([&](uint32_t cell, std::span<const RunsAround::Run> runs) {
    for (const auto& run : runs) sizes[cell] += uint32_t(run.end - run.begin);
  });
  candidates_.reset(sizes);
  forEachCell([&](uint32_t cell, std::span<const RunsAround::Run> runs) {
    const std::span<uint32_t> slots = candidates_.fill(cell, sizes[cell]);
    auto next = slots.begin();
    for (const auto& run : runs)
      for (size_t i = run.begin; i < run.end; ++i) *next++ = placed[i].index;
    std::sort(slots.begin(), slots.end());
  });
}

/// Puts all strips of the cell into awake_.
template <class T>
void Accelerated<T>::renew(uint32_t cell) {
  cells_[cell].renewed = true;
  renewedCells_.push_back(cell);
  for (uint32_t strip = cloud_.firstStrip(cell); strip < cloud_.firstStrip(cell + 1); ++strip) awake_.push_back(strip);
}

template <class T>
void Accelerated<T>::renewAll(const StageContext& context) {
  renewedCells_.resize(cloud_.cells());
  forEachPiece(cloud_.cells(), context, [&](size_t begin, size_t end) {
    for (size_t cell = begin; cell < end; ++cell) {
      cells_[cell] = {0, 0, true};
      renewedCells_[cell] = uint32_t(cell);
    }
  });
  awake_.resize(cloud_.strips().size());
  forEachPiece(awake_.size(), context,
               [&](size_t begin, size_t end) { std::iota(awake_.begin() + ptrdiff_t(begin), awake_.begin() + ptrdiff_t(end), uint32_t(begin)); });
}

template <class T>
void Accelerated<T>::keep(std::span<const uint32_t> kept, const StageContext& context) {
  if (kept.size() < chosen_.present.size() / 2) return reset(chosen().subset(kept), context);  // little of what is known would stay true
  StopTicker checkStop(context);
  std::vector<uint32_t> left, renewed;
  left.reserve(kept.size());
  for (const uint32_t index : kept) left.push_back(chosen_.present[index]);
  for (const uint32_t slot : chosen_.present) chosen_.alive[slot] = 0;
  for (const uint32_t slot : left) chosen_.alive[slot] = 1;
  for (const uint32_t slot : chosen_.present) {
    checkStop();
    if (chosen_.alive[slot]) continue;
    forEachKnowing(chosen_.cells[slot], [&](uint32_t cell) {
      candidates_.erase(cell, slot);
      if (!cells_[cell].renewed) cells_[cell].renewed = true, renewed.push_back(cell);
    });
  }
  chosen_.present = std::move(left);
  std::erase_if(awake_, [&](uint32_t strip) { return cells_[cloud_.strips()[strip].cell].renewed; });
  renewed.insert(renewed.end(), renewedCells_.begin(), renewedCells_.end());
  renewedCells_.clear();
  for (const uint32_t cell : renewed) renew(cell);
}

template <class T>
EvolveStep Accelerated<T>::step(const StageContext& context) {
  const uint64_t lookedAt = look(context);
  collectChanges(context);
  const uint32_t moved = moveTouched(context);
  wakeStrips();
  return {moved, lookedAt};
}

/// Looks at the strips that are awake; returns the number of points looked at.
template <class T>
uint64_t Accelerated<T>::look(const StageContext& context) {
  constexpr size_t kStripsAtOnce = 8;
  while (workers_.size() < size_t(context.device.threads().size())) workers_.emplace_back().changes.reset(chosen_.slots(), cloud_.dimension());
  for (Worker& worker : workers_) worker.cell = UINT32_MAX, worker.lookedAt = 0;
  context.device.threads().forEachRange(awake_.size(), kStripsAtOnce, [&](size_t begin, size_t end, int thread) {
    context.checkStop();
    for (size_t i = begin; i < end; ++i) lookAtOne(awake_[i], workers_[size_t(thread)]);
  });
  awake_.clear();
  forEachPiece(renewedCells_.size(), context, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) cells_[renewedCells_[i]].renewed = false;
  });
  renewedCells_.clear();
  uint64_t lookedAt = 0;
  for (const Worker& worker : workers_) lookedAt += worker.lookedAt;
  return lookedAt;
}

template <class T>
void Accelerated<T>::lookAtOne(uint32_t index, Worker& worker) {
  const Strip& strip = cloud_.strips()[index];
  if (worker.cell != strip.cell) {
    const auto d = size_t(cloud_.dimension());
    worker.cell = strip.cell;
    worker.slots = candidates_.of(strip.cell);
    worker.candidates.resize(worker.slots.size() * d);
    for (size_t j = 0; j < worker.slots.size(); ++j)
      for (size_t k = 0; k < d; ++k) worker.candidates[j * d + k] = chosen_.point(worker.slots[j])[k];
  }
  const CellState& cell = cells_[strip.cell];
  const StripResult result = lookAtStrip_({.coordinates = cloud_.coordinates() + strip.first,
                                           .stride = cloud_.stride(),
                                           .dimension = cloud_.dimension(),
                                           .count = strip.count,
                                           .deadlines = deadlines_.data() + strip.firstPacket,
                                           .assigned = assigned_.data() + strip.first,
                                           .candidates = worker.candidates.data(),
                                           .slots = worker.slots.data(),
                                           .candidateCount = uint32_t(worker.slots.size()),
                                           .total = cell.total,
                                           .wake = cell.renewed ? kNever : cell.total,
                                           .rule = margins_,
                                           .scale = scale_},
                                          worker.changes);
  earliest_[index] = result.earliest;
  worker.lookedAt += result.lookedAt;
}

template <class T>
void Accelerated<T>::collectChanges(const StageContext& context) {
  const auto d = size_t(cloud_.dimension());
  StopTicker checkStop(context);
  for (Worker& worker : workers_)
    worker.changes.drain([&](uint32_t slot, const shared::FixedSum<T>* sums, int32_t count) {
      checkStop();
      for (size_t k = 0; k < d; ++k) chosen_.sums[slot * d + k] += sums[k];
      chosen_.counts[slot] += uint32_t(count);
      if (chosen_.alive[slot] && !isTouched_[slot]) isTouched_[slot] = 1, touched_.push_back(slot);
    });
}

/// A chosen point whose set of points is unchanged stays: it was already moved to their mean, or the move was below the tolerance.
template <class T>
uint32_t Accelerated<T>::moveTouched(const StageContext& context) {
  moves_.resize(touched_.size());
  forEachPiece(touched_.size(), context, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) moves_[i] = move(touched_[i]);
  });
  uint32_t moved = 0;
  StopTicker checkStop(context);
  for (size_t i = 0; i < touched_.size(); ++i) {
    checkStop();
    const uint32_t slot = touched_[i];
    isTouched_[slot] = 0;
    if (moves_[i].distance == 0) continue;
    ++moved;
    const Cell before = chosen_.cells[slot], after = moves_[i].cell;
    noteMovement(before, moves_[i].distance);
    if (after == before) continue;
    noteMovement(after, moves_[i].distance);
    forEachKnowing(before, [&](uint32_t cell) { candidates_.erase(cell, slot); });
    forEachKnowing(after, [&](uint32_t cell) { candidates_.insert(cell, slot); });
    chosen_.cells[slot] = after;
  }
  touched_.clear();
  return moved;
}

template <class T>
auto Accelerated<T>::move(uint32_t slot) -> Move {
  const auto d = size_t(cloud_.dimension());
  const uint32_t count = chosen_.counts[slot];
  if (count == 0) return {};
  bool any = false;
  double squared = 0;
  T* const point = chosen_.point(slot);
  for (size_t k = 0; k < d; ++k) {
    const T next = shared::movedCoordinate(point[k], T(shared::fixedMean(chosen_.sums[slot * d + k], count, scale_)), count, rule_);
    const double difference = double(next) - double(point[k]);
    squared += difference * difference;
    any = any || next != point[k];
    point[k] = next;
  }
  if (!any) return {};
  return {shared::movementOf(squared), cloud_.grid().cellOf(point, 1)};
}

template <class T>
void Accelerated<T>::noteMovement(const Cell& around, double distance) {
  forEachKnowing(around, [&](uint32_t cell) {
    double& movement = cells_[cell].movement;
    if (movement == 0) movedCells_.push_back(cell);
    movement = std::max(movement, distance);
  });
}

/// Adds the step's movements to the totals and lists the strips that have a packet whose deadline is reached.
template <class T>
void Accelerated<T>::wakeStrips() {
  for (const uint32_t cell : movedCells_) {
    CellState& state = cells_[cell];
    state.total = shared::totalAfter(state.total, state.movement);
    state.movement = 0;
    for (uint32_t strip = cloud_.firstStrip(cell); strip < cloud_.firstStrip(cell + 1); ++strip)
      if (earliest_[strip] <= state.total) awake_.push_back(strip);
  }
  movedCells_.clear();
}

template <class T>
std::vector<uint32_t> Accelerated<T>::assignment(const StageContext& context) {
  look(context);
  std::vector<uint32_t> index(chosen_.slots()), result(cloud_.size());
  for (uint32_t i = 0; i < chosen_.present.size(); ++i) index[chosen_.present[i]] = i;
  forEachPiece(cloud_.size(), context, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) result[cloud_.original(i)] = assigned_[i] == kUnassigned ? kUnassigned : index[assigned_[i]];
  });
  return result;
}

}  // namespace

std::unique_ptr<Evolver> evolveAccelerated(const EvolveInput& in, const StageContext& context) {
  return withScalarType(in.cloud.scalar(), [&]<class T>() -> std::unique_ptr<Evolver> {
    if (!CellGrid::suits<T>(in.r1)) return makeBruteForce(in, true);
    return std::make_unique<Accelerated<T>>(in, context);
  });
}

}  // namespace arete::cpu
