#include "compute/engine/race_cost.h"

#include <utility>

namespace arete {

double pairsOfChoose(uint64_t points, const std::vector<uint64_t>& chosen) {
  double pairs = 0;
  for (const uint64_t at : chosen) pairs += double(points - 1 - at);
  return pairs;
}

StageCost costOfSteps(Stage stage, const PointCloud& cloud, const std::vector<RaceStep>& steps, double chosePairs) {
  const double n = cloud.size(), each = n > 0 ? double(cloud.points().bytes()) / n : 0;
  double pairs = 0, bytes = 0, before = 0;
  for (const RaceStep& step : steps) {
    const double nodes = std::exchange(before, double(step.record.chosen));
    if (step.record.stage != stage) continue;
    if (stage == Stage::choose) pairs += chosePairs, bytes += n * (each + sizeof(uint8_t));
    if (stage == Stage::evolve) pairs += n * nodes, bytes += n * (each + sizeof(uint32_t)) + each * nodes;
    if (stage == Stage::decimate) pairs += nodes * nodes, bytes += nodes * (each + sizeof(uint8_t));
  }
  return {kOperationsOfPair * cloud.dimension() * pairs, bytes, cloud.scalar()};
}

}  // namespace arete
