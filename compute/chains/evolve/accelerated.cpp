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
#include "compute/chains/evolve/accelerated.h"

#include "compute/chains/evolve/brute_force.h"
#include "compute/chains/evolve/chosen_points.h"
#include "compute/chains/evolve/contract.h"
#include "compute/chains/evolve/move_chosen.h"
#include "compute/core/error.h"
#include "compute/core/fixed_scale.h"

namespace arete::cpu {

namespace {

template <class T>
class Accelerated final : public Evolver {
 public:
  Accelerated(const EvolveInput& in, const StageContext& context)
      : rule_(moveRule<T>(in.params, in.r1)),
        scale_(makeFixedScale(in.scaled())),
        points_(SortedCloud<T>(in.cloud, shared::kCellEdge * in.r1, context), in.r1, scale_) {}
  Accelerated(AssignedCloud<T> points, shared::MoveRule<T> rule, shared::FixedScale scale) : rule_(rule), scale_(scale), points_(std::move(points)) {}

  void reset(const PointArray& chosen, const StageContext& context) override;
  void keep(std::span<const uint32_t> kept, const StageContext& context) override;
  EvolveStep step(const StageContext& context) override;
  PointArray chosen() const override { return chosen_.array(); }
  std::vector<uint32_t> assignment(const StageContext& context) override;

 private:
  uint32_t moveTouched(const StageContext& context);

  const shared::MoveRule<T> rule_;
  const shared::FixedScale scale_;
  AssignedCloud<T> points_;
  ChosenPoints<T> chosen_;
  std::vector<Move> moves_;  // of those that were touched
};

template <class T>
void Accelerated<T>::reset(const PointArray& chosen, const StageContext& context) {
  chosen_.reset(chosen.withLayout(Layout::row), points_.grid(), context);
  points_.reset(chosen_, context);
}

template <class T>
void Accelerated<T>::keep(std::span<const uint32_t> kept, const StageContext& context) {
  if (kept.size() < chosen_.present.size() / 2) return reset(chosen().subset(kept), context);  // little of what is known would stay true
  const std::vector<uint32_t> removed = chosen_.keep(kept);
  points_.remove(chosen_, removed, context);
}

template <class T>
EvolveStep Accelerated<T>::step(const StageContext& context) {
  const uint64_t lookedAt = points_.look(chosen_, context);
  addChanges(points_, chosen_, context);
  const uint32_t moved = moveTouched(context);
  points_.wake();
  return {moved, lookedAt};
}

template <class T>
uint32_t Accelerated<T>::moveTouched(const StageContext& context) {
  moveToMeans(chosen_, chosen_.touched, points_.grid(), rule_, scale_, moves_, context);
  uint32_t moved = 0;
  StopTicker checkStop(context);
  for (size_t i = 0; i < chosen_.touched.size(); ++i) {
    checkStop();
    const uint32_t slot = chosen_.touched[i];
    chosen_.isTouched[slot] = 0;
    if (moves_[i].distance == 0) continue;
    ++moved;
    points_.noteMove(chosen_, slot, chosen_.cells[slot], moves_[i].cell, moves_[i].distance);
    chosen_.cells[slot] = moves_[i].cell;
  }
  chosen_.touched.clear();
  return moved;
}

template <class T>
std::vector<uint32_t> Accelerated<T>::assignment(const StageContext& context) {
  if (points_.inPages()) throw Error(ErrorKind::internal, "cannot say which points belong together", "the cloud", "its points are on disk");
  points_.look(chosen_, context);
  const SortedCloud<T>& cloud = points_.cloud();
  std::vector<uint32_t> index(chosen_.slots()), result(cloud.size());
  for (uint32_t i = 0; i < chosen_.present.size(); ++i) index[chosen_.present[i]] = i;
  forEachPiece(cloud.size(), context, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) result[cloud.original(i)] = points_.assigned(i) == kUnassigned ? kUnassigned : index[points_.assigned(i)];
  });
  return result;
}

}  // namespace

template <class T>
std::unique_ptr<Evolver> makeAccelerated(AssignedCloud<T> points, shared::MoveRule<T> rule, shared::FixedScale scale) {
  return std::make_unique<Accelerated<T>>(std::move(points), rule, scale);
}
template std::unique_ptr<Evolver> makeAccelerated(AssignedCloud<float>, shared::MoveRule<float>, shared::FixedScale);
template std::unique_ptr<Evolver> makeAccelerated(AssignedCloud<double>, shared::MoveRule<double>, shared::FixedScale);

std::unique_ptr<Evolver> evolveAccelerated(const EvolveInput& in, const StageContext& context) {
  return withScalarType(in.cloud.scalar(), [&]<class T>() -> std::unique_ptr<Evolver> {
    if (!CellGrid::suits<T>(in.r1)) return makeBruteForce(in, true);
    return std::make_unique<Accelerated<T>>(in, context);
  });
}

}  // namespace arete::cpu
