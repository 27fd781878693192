// choose.cpu.sequential: row 0 of its stage. Every point is compared with all points chosen before it until one covers it.
// Memory: the list of chosen points. Cost: n·m distances. Obvious on purpose, never tuned. Source: thesis, algorithm 5.
#include "compute/chains/choose/contract.h"
#include "compute/core/distance.h"

namespace arete::cpu {

template <class T>
static std::vector<uint32_t> choose(const PointsView<T>& cloud, double r1, const StageContext& context) {
  constexpr uint32_t kPointsPerStopCheck = 1024;
  const T reach = shared::squaredRadius<T>(r1);
  std::vector<uint32_t> chosen;
  for (uint32_t i = 0; i < cloud.count; ++i) {
    if (i % kPointsPerStopCheck == 0) context.checkStop();
    bool covered = false;
    for (size_t j = 0; j < chosen.size() && !covered; ++j)
      covered =
          shared::squaredDistance(cloud.point(i), cloud.coordinateStride, cloud.point(chosen[j]), cloud.coordinateStride, cloud.dimension) <= reach;
    if (!covered) chosen.push_back(i);
  }
  return chosen;
}

std::vector<uint32_t> chooseSequential(const ChooseInput& in, const StageContext& context) {
  return withScalarType(in.cloud.scalar(), [&]<class T>() { return choose(in.cloud.view<T>(), in.r1, context); });
}

}  // namespace arete::cpu
