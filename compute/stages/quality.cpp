#include "compute/stages/quality.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace arete {

static constexpr double kLargest = 1e12;
static constexpr ParamInfo kStep{.id = "quality_step", .label = "Sample step", .unit = "", .minimum = 0, .maximum = kLargest, .defaultValue = 0,
                                 .help = "Distance between samples of both curves.",
                                 .zeroText = "the longer curve's length / 20 000"};
static constexpr ParamInfo kTolerance{.id = "quality_tolerance",
                                      .label = "Tolerance",
                                      .unit = "",
                                      .minimum = 0,
                                      .maximum = kLargest,
                                      .defaultValue = 0,
                                      .help = "Closer than this counts as found.",
                                      .zeroText = "sigma, or 1 % of the reference's extent"};
static constexpr ParamInfo kSigma{.id = "quality_sigma", .label = "Noise sigma", .unit = "", .minimum = 0, .maximum = kLargest, .defaultValue = 0,
                                  .help = "Total sigma of the noise, to give distances in.", .zeroText = "not known"};
static constexpr ParamInfo kJoin{.id = "quality_join", .label = "Join within", .unit = "", .minimum = 0, .maximum = kLargest, .defaultValue = 0,
                                 .help = "Vertices this close are one when loops and ends are counted.",
                                 .zeroText = "1e-9 of the reference's extent"};
static constexpr const ParamInfo* kParameters[] = {&kStep, &kTolerance, &kSigma, &kJoin};

std::span<const ParamInfo* const> qualityParameters() { return kParameters; }

QualityOptions qualityOptions(const ParamValues& values) {
  QualityOptions options{values.get(kStep), values.get(kTolerance), {}, values.get(kJoin)};
  if (const double sigma = values.get(kSigma); sigma > 0) options.sigma = sigma;
  return options;
}

std::vector<QualityRow> qualityRows(const Quality& q) {
  constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  const auto& ends = q.endDistances;
  const double meanEnd = ends.empty() ? kUnknown : std::accumulate(ends.begin(), ends.end(), 0.0) / double(ends.size());
  const double worstEnd = ends.empty() ? kUnknown : *std::max_element(ends.begin(), ends.end());
  std::vector<QualityRow> rows = {
      {"tolerance", "Tolerance", "units", q.score.tolerance},
      {"f_score", "F-score", "", q.score.fScore},
      {"precision", "Precision", "", q.score.precision},
      {"recall", "Recall", "", q.score.recall},
      {"hausdorff", "Hausdorff distance", "units", q.hausdorff},
      {"mean_recovering_error", "Mean recovering error", "units", q.meanRecoveringError},
      {"curve_to_truth_mean", "Curve to truth, mean", "units", q.toTruth.mean},
      {"curve_to_truth_median", "Curve to truth, median", "units", q.toTruth.median},
      {"curve_to_truth_rms", "Curve to truth, root mean square", "units", q.toTruth.rootMeanSquare},
      {"curve_to_truth_p95", "Curve to truth, 95th percentile", "units", q.toTruth.percentile95},
      {"curve_to_truth_max", "Curve to truth, maximum", "units", q.toTruth.maximum},
      {"truth_to_curve_mean", "Truth to curve, mean", "units", q.toCurve.mean},
      {"truth_to_curve_median", "Truth to curve, median", "units", q.toCurve.median},
      {"truth_to_curve_rms", "Truth to curve, root mean square", "units", q.toCurve.rootMeanSquare},
      {"truth_to_curve_p95", "Truth to curve, 95th percentile", "units", q.toCurve.percentile95},
      {"truth_to_curve_max", "Truth to curve, maximum", "units", q.toCurve.maximum},
      {"end_distance_mean", "True ends to curve, mean", "units", meanEnd},
      {"end_distance_max", "True ends to curve, maximum", "units", worstEnd},
      {"thesis_mean", "Nodes to truth (thesis), mean", "units", q.thesis.mean},
      {"thesis_median", "Nodes to truth (thesis), median", "units", q.thesis.median},
      {"thesis_max", "Nodes to truth (thesis), maximum", "units", q.thesis.maximum},
      {"curve_length", "Length of the curve", "units", q.curveLength},
      {"truth_length", "Length of the truth", "units", q.truthLength},
      {"length_ratio", "Length, curve / truth", "", q.truthLength > 0 ? q.curveLength / q.truthLength : kUnknown},
      {"curve_components", "Components of the curve", "", double(q.curve.components)},
      {"truth_components", "Components of the truth", "", double(q.truth.components)},
      {"curve_loops", "Loops of the curve", "", double(q.curve.loops)},
      {"truth_loops", "Loops of the truth", "", double(q.truth.loops)},
      {"curve_junctions", "Junctions of the curve", "", double(q.curve.junctions)},
      {"truth_junctions", "Junctions of the truth", "", double(q.truth.junctions)},
      {"curve_ends", "Ends of the curve", "", double(q.curve.ends)},
      {"truth_ends", "Ends of the truth", "", double(q.truth.ends)},
  };
  if (!q.sigma) return rows;
  const double sigma = *q.sigma;
  rows.insert(rows.end(), {
      {"sigma", "Noise sigma", "units", sigma},
      {"hausdorff_sigma", "Hausdorff distance", "sigma", q.hausdorff / sigma},
      {"mean_recovering_error_sigma", "Mean recovering error", "sigma", q.meanRecoveringError / sigma},
      {"curve_to_truth_mean_sigma", "Curve to truth, mean", "sigma", q.toTruth.mean / sigma},
      {"curve_to_truth_median_sigma", "Curve to truth, median", "sigma", q.toTruth.median / sigma},
      {"curve_to_truth_rms_sigma", "Curve to truth, root mean square", "sigma", q.toTruth.rootMeanSquare / sigma},
      {"curve_to_truth_p95_sigma", "Curve to truth, 95th percentile", "sigma", q.toTruth.percentile95 / sigma},
      {"curve_to_truth_max_sigma", "Curve to truth, maximum", "sigma", q.toTruth.maximum / sigma},
      {"truth_to_curve_mean_sigma", "Truth to curve, mean", "sigma", q.toCurve.mean / sigma},
      {"truth_to_curve_median_sigma", "Truth to curve, median", "sigma", q.toCurve.median / sigma},
      {"truth_to_curve_rms_sigma", "Truth to curve, root mean square", "sigma", q.toCurve.rootMeanSquare / sigma},
      {"truth_to_curve_p95_sigma", "Truth to curve, 95th percentile", "sigma", q.toCurve.percentile95 / sigma},
      {"truth_to_curve_max_sigma", "Truth to curve, maximum", "sigma", q.toCurve.maximum / sigma},
  });
  return rows;
}

}  // namespace arete
