// decimate.cpu.sequential: row 0 of its stage. One sweep in index order; a removal is seen by every later point.
// Memory: a flag per point. Cost: m² distances. Obvious on purpose, never tuned. Source: thesis, algorithm 3.
#include "compute/chains/decimate/contract.h"
#include "compute/core/distance.h"

namespace arete::cpu {

template <class T>
static std::vector<uint32_t> sweep(const PointsView<T>& chosen, double r2, const StageContext& context) {
  const T near = shared::squaredRadius<T>(r2), far = shared::squaredRadius<T>(2 * r2);
  std::vector<uint32_t> left(chosen.count);
  for (uint32_t i = 0; i < chosen.count; ++i) left[i] = i;
  if (chosen.count <= kFewestChosen) return left;

  for (size_t position = 0; position < left.size() && left.size() >= kFewestChosen;) {
    if (position % 64 == 0) context.checkStop();
    uint32_t within = 0, withinTwice = 0;
    for (uint32_t other : left) {
      const T squared = shared::squaredDistance(chosen.point(left[position]), chosen.coordinateStride, chosen.point(other), chosen.coordinateStride,
                                                chosen.dimension);
      within += squared <= near;
      withinTwice += squared <= far;
    }
    if (within >= kCrowd || withinTwice <= kLonely) left.erase(left.begin() + ptrdiff_t(position));
    else ++position;
  }
  return left;
}

std::vector<uint32_t> decimateSequential(const DecimateInput& in, const StageContext& context) {
  return withScalarType(in.chosen.scalar(), [&]<class T>() { return sweep(in.chosen.view<T>(), in.r2, context); });
}

}  // namespace arete::cpu
