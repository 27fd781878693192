// Quality of the curve of a straight segment of length 100: figs 3.15, 4.14 and 4.15.
#include <algorithm>
#include <cmath>

#include "compute/experiments/runs.h"
#include "compute/measures/quality/contract.h"

namespace arete {

namespace {

constexpr double kR1 = 3.689;  // of the runs by dimension

struct Measured {
  double median, hausdorff, thesisMedian, thesisHausdorff;
};

Measured measure(Lab& lab, const PointCloud& cloud, const Job& job, double sigma) {
  const auto frame = lab.detect(cloud, job, 1).frame;
  const Quality quality = arete::quality(polylinesOf(frame->curve, frame->cloud.origin()), lab.segmentTruth(cloud.dimension()), {.sigma = sigma},
                                         lab.context(Backend::cpu));
  return {quality.toTruth.median, quality.hausdorff, quality.thesis.median, quality.thesis.maximum};
}

ResultValue knownQuality(double value) { return std::isfinite(value) ? ResultValue(value) : ResultValue(); }

/// The job for R1, for clouds of this many points.
using MakeJob = Job (*)(double r1, uint32_t points);

ExperimentResult run(Lab& lab, MakeJob jobOf) {
  ExperimentResult result{.table = {{{"part", ""},
                                     {"dimension", ""},
                                     {"points", "points"},
                                     {"r1_over_sigma", ""},
                                     {"median", "units"},
                                     {"hausdorff", "units"},
                                     {"thesis_median", "units"},
                                     {"thesis_hausdorff", "units"}},
                                    {}}};
  static constexpr double kRatios[] = {0.1, 0.25, 0.5, 1, 1.5, 2, 3, 4, 6, 8, 10}, kSizes[] = {1e3, 1e4, 1e5};
  static constexpr int kDimensions[] = {2, 3, 4, 5, 6};
  lab.setSteps(std::size(kSizes) * (std::size(kRatios) + std::size(kDimensions)));
  const auto add = [&](const char* part, int dimension, uint32_t points, double r1) {
    lab.next(std::to_string(points) + " points, " + std::to_string(dimension) + "D, R1 = " + textOf(r1));
    const Measured found = measure(lab, lab.segment(points, dimension, kSegmentSigma), jobOf(r1, points), kSegmentSigma);
    result.table.rows.push_back({part, double(dimension), double(points), r1 / kSegmentSigma, knownQuality(found.median),
                                 knownQuality(found.hausdorff), knownQuality(found.thesisMedian), knownQuality(found.thesisHausdorff)});
  };
  for (const double size : kSizes)
    for (const double ratio : kRatios) add("by R1", 2, lab.points(size), ratio * kSegmentSigma);
  for (const double size : kSizes)
    for (const int dimension : kDimensions) add("by dimension", dimension, lab.points(size), kR1);
  const auto plot = [&](const char* title, const char* y, bool byRadius) {
    result.plots.push_back({.title = title,
                            .x = byRadius ? "r1_over_sigma" : "dimension",
                            .y = y,
                            .series = {"points"},
                            .where = "part",
                            .only = byRadius ? "by R1" : "by dimension",
                            .logarithmicX = byRadius,
                            .logarithmicY = true});
  };
  plot("2D: median distance by R1 / σ", "median", true);
  plot("2D: Hausdorff distance by R1 / σ", "hausdorff", true);
  plot("2D: the thesis's own Hausdorff number", "thesis_hausdorff", true);
  plot("Median distance by dimension, R1 = 3.689", "median", false);
  plot("Hausdorff distance by dimension, R1 = 3.689", "hausdorff", false);
  result.notes.push_back(
      "Hausdorff is the two-sided distance to the segment. The thesis's number goes one way, to the infinite line: it keeps "
      "improving with R1 while the curve loses its ends.");
  result.notes.push_back("Nothing is drawn where no curve was found.");
  return result;
}

}  // namespace

ExperimentResult runQuality(Lab& lab) {
  return run(lab, [](double r1, uint32_t) { return jobWith(r1, Backend::cpu); });
}

ExperimentResult runTileQuality(Lab& lab) {
  ExperimentResult result = run(lab, [](double r1, uint32_t points) {
    Job job = jobWith(r1, Backend::cpu);
    job.params.set(kTileDetectionParam, double(TileDetection::hybrid));
    job.params.set(kTilesPerAxisParam, 4);
    job.params.set(kTiledAxesParam, 1);
    job.params.set(kTileCapacityParam, std::max(1.0, std::round(0.2 * points)));
    return job;
  });
  result.notes.push_back("Extended tiles, hybrid detection; 4 tiles along the first axis; capacity a fifth of the points.");
  return result;
}

}  // namespace arete
