// The experiments' functions, named in the table of experiments.cpp. Internal to compute/experiments.
#pragma once

#include "compute/experiments/lab.h"

namespace arete {

ExperimentResult runChoose(Lab& lab);
ExperimentResult runChooseBlocks(Lab& lab);
ExperimentResult runEvolveBlocks(Lab& lab);
ExperimentResult runDecimate(Lab& lab);
ExperimentResult runDistanceMatrix(Lab& lab);
ExperimentResult runLayouts(Lab& lab);
ExperimentResult runQuality(Lab& lab);
ExperimentResult runTileKinds(Lab& lab);
ExperimentResult runHistogram(Lab& lab);
ExperimentResult runSideBySide(Lab& lab);
ExperimentResult runTilesByDimension(Lab& lab);
ExperimentResult runTilesBySize(Lab& lab);
ExperimentResult runTileQuality(Lab& lab);
ExperimentResult runTileParameters(Lab& lab);
ExperimentResult runCopy(Lab& lab);

}  // namespace arete
