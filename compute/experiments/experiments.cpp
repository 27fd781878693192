#include <algorithm>

#include "compute/core/cuda_support.h"
#include "compute/core/error.h"
#include "compute/engine/job.h"
#include "compute/experiments/runs.h"
#include "compute/text/suggest.h"

namespace arete {

static constexpr Experiment kExperiments[] = {
    {"table-3.1", "Choosing: conservative, greedy, greedy and decimated", "What giving up the strict order brings in time and costs in points.",
     false, runChoose},
    {"fig-3.2", "Choosing: time against the size of a block",
     "How many threads the one block of strict order can use, in 2 and 3 dimensions (figs 3.2 and 3.3).", true, runChooseBlocks},
    {"fig-3.5", "Evolving: block size × points per thread", "How much work a thread should have, in 1 to 6 dimensions (figs 3.5 to 3.8).", true,
     runEvolveBlocks},
    {"fig-3.10", "Decimating: the versions against the number of dimensions",
     "What shifting, marking and the distance matrix cost (figs 3.10 and 3.13).", false, runDecimate},
    {"fig-3.12", "Distance matrix of 800 × 800 points", "The symmetric matrix kernel by shape of its block.", true, runDistanceMatrix},
    {"fig-3.14", "Whole detections by brute force, by layout", "Whether point after point or axis after axis is better in memory.", false,
     runLayouts},
    {"fig-3.15", "Quality of the exact answer", "How close the curve comes to the true one, by number of points, R1 / σ and dimension.", false,
     runQuality},
    {"fig-4.8", "Kinds of tiles, detections and smoothing", "What each combination costs and how far it is from the exact answer (figs 4.7 and 4.8).",
     false, runTileKinds},
    {"fig-4.9", "Building the tiles: the first division", "How fast a cloud is counted into 4^d cells, by dimension.", false, runHistogram},
    {"fig-4.11", "All versions side by side", "A million points in 2 and 3 dimensions: brute force, tiles, accelerated.", false, runSideBySide},
    {"fig-4.12", "Detection in tiles against the dimension", "Time in 2 to 12 dimensions, float and double: it should be linear.", false,
     runTilesByDimension},
    {"fig-4.13", "Detection in tiles against the number of points", "Time for 10³ to 10⁷ points: it should be linear.", false, runTilesBySize},
    {"fig-4.14", "Quality of detection in tiles",
     "How close the curve comes to the true one, by number of points, R1 / σ and dimension (figs 4.14 and 4.15).", false, runTileQuality},
    {"fig-4.16", "Tiles per axis × capacity", "What the two parameters of the tree cost, in 2 and 3 dimensions.", false, runTileParameters},
    {"fig-6.2", "Copying points by layout", "What reading and writing points costs, by layout and dimension.", false, runCopy},
};

std::string_view Experiment::unavailable() const { return needsGpu ? cudaUnavailableReason() : std::string_view(); }

std::span<const Experiment> experiments() { return kExperiments; }

const Experiment& findExperiment(std::string_view id) {
  const auto found = std::ranges::find(kExperiments, id, &Experiment::id);
  if (found != std::end(kExperiments)) return *found;
  std::vector<std::string_view> ids;
  for (const Experiment& each : kExperiments) ids.push_back(each.id);
  throw Error(ErrorKind::wrongUse, "no such experiment", id, "it is not in the list", "known, closest first: " + closestFirst(id, ids));
}

static void checkOptions(const ExperimentOptions& options) {
  const auto refuse = [](std::string_view option, std::string_view range) {
    throw Error(ErrorKind::wrongUse, "cannot run this experiment", option, "it is out of range", range);
  };
  if (!(options.scale >= kLeastExperimentScale && options.scale <= kMostExperimentScale)) refuse("--scale", "give 0.000001 to 1000");
  if (options.repeat < 1 || options.repeat > kMostExperimentRepeats) refuse("--repeat", "give 1 to 1000");
  if (options.threads < 0 || options.threads > int(kThreadsParam.maximum)) refuse("--threads", "give 0 to 256");
}

ExperimentReport runExperiment(const Experiment& experiment, const ExperimentOptions& options) {
  if (const std::string_view reason = experiment.unavailable(); !reason.empty())
    throw Error(ErrorKind::wrongUse, "cannot run this experiment", experiment.id, reason, "run it on a machine with a GPU");
  checkOptions(options);
  Lab lab(options, 1);
  ExperimentResult result = experiment.run(lab);
  if (options.progress) options.progress(1, "done");
  return {&experiment, options, lab.description(), std::move(result)};
}

size_t ResultTable::column(std::string_view id) const {
  for (size_t i = 0; i < columns.size(); ++i)
    if (columns[i].id == id) return i;
  throw Error(ErrorKind::internal, "no such column", id, "the table of results has none of that name");
}

}  // namespace arete
