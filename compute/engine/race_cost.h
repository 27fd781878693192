// What the stage that is raced costs by its model, every pair compared: for the roofline of a race. Internal to races.
#pragma once

#include "compute/engine/version_race.h"

namespace arete {

/// Comparisons of choose: a point with the points chosen before it. `chosen`: their places in a cloud of `points`.
double pairsOfChoose(uint64_t points, const std::vector<uint64_t>& chosen);

/// The cost of choose, evolve or decimate over all steps of a whole detection; not known for other stages. `chosePairs`: pairsOfChoose().
StageCost costOfSteps(Stage stage, const PointCloud& cloud, const std::vector<RaceStep>& steps, double chosePairs);

}  // namespace arete
