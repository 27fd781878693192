// The one table of the numbers of a Quality: panels, command line, reports and docs are made from it.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "compute/measures/quality/contract.h"

namespace arete {

namespace {

struct Figure {
  std::string_view id, label, unit, range, help;
  double (*value)(const Quality&);
};

constexpr std::string_view kShare = "0 to 1, best 1", kLength = "0 or more, best 0", kSize = "0 or more", kCount = "whole number",
                           kRatio = "0 or more, best 1";
constexpr std::string_view kUnits = "units", kSigmaUnit = "sigma";
constexpr double kNotKnown = std::numeric_limits<double>::quiet_NaN();

double meanOf(const std::vector<double>& values) {
  return values.empty() ? kNotKnown : std::accumulate(values.begin(), values.end(), 0.0) / double(values.size());
}

double largestOf(const std::vector<double>& values) { return values.empty() ? kNotKnown : *std::max_element(values.begin(), values.end()); }

using Q = const Quality&;

constexpr Figure kPathFigures[] = {
    {"path_score", "PATH", "", kShare, "Mean of the F of LOC and of TOPO: how well the curve serves as a network. The one number to quote.",
     [](Q q) { return q.paths->path; }},
    {"loc_f", "LOC, paths nearby", "", kShare, "F of the two below: lengths of paths of 10 to 40 tolerances, in the curve and in the truth.",
     [](Q q) { return q.paths->local.fScore; }},
    {"loc_precision", "LOC, precision", "", kShare, "Paths of the curve: 1 less the relative error of their length in the truth, 0 without one.",
     [](Q q) { return q.paths->local.precision; }},
    {"loc_recall", "LOC, recall", "", kShare, "Paths of the truth: 1 less the relative error of their length in the curve, 0 without one.",
     [](Q q) { return q.paths->local.recall; }},
    {"loc_ends_precision", "LOC, precision, at most", "", kShare,
     "Share of these paths of the curve whose two places the truth has: no better links would bring LOC's precision above it.",
     [](Q q) { return q.paths->localEnds.precision; }},
    {"loc_ends_recall", "LOC, recall, at most", "", kShare,
     "Share of these paths of the truth whose two places the curve has: what is missing to 1 are streets, not links.",
     [](Q q) { return q.paths->localEnds.recall; }},
    {"apls", "APLS, paths of any length", "", kShare,
     "Average path length similarity, F of the two below, for paths of any length: a single cut far away tells. Van Etten et al. 2018.",
     [](Q q) { return q.paths->apls.fScore; }},
    {"apls_precision", "APLS, precision", "", kShare, "Paths of any length in the curve, looked up in the truth.",
     [](Q q) { return q.paths->apls.precision; }},
    {"apls_recall", "APLS, recall", "", kShare, "Paths of any length in the truth, looked up in the curve.",
     [](Q q) { return q.paths->apls.recall; }},
    {"topo_f", "TOPO", "", kShare,
     "F of the two below: what can be reached within 20 tolerances from random places, matched one to one. Biagioni and Eriksson 2012.",
     [](Q q) { return q.paths->topo.fScore; }},
    {"topo_precision", "TOPO, precision", "", kShare,
     "Share of what can be reached along the curve that the truth has too: spurs and doubles lower it.", [](Q q) { return q.paths->topo.precision; }},
    {"topo_recall", "TOPO, recall", "", kShare, "Share of what can be reached along the truth that the curve has too: cuts lower it.",
     [](Q q) { return q.paths->topo.recall; }},
    {"junction_f", "Junctions, F", "", kShare, "F of the two below.", [](Q q) { return q.paths->junctions.fScore; }},
    {"junction_precision", "Junctions, precision", "", kShare, "Share of the curve's junctions that are true: one to one within 2 tolerances.",
     [](Q q) { return q.paths->junctions.precision; }},
    {"junction_recall", "Junctions, recall", "", kShare, "Share of the true junctions, with three arms of 2 tolerances or more, that were found.",
     [](Q q) { return q.paths->junctions.recall; }},
    {"end_f", "Ends, F", "", kShare, "F of the two below.", [](Q q) { return q.paths->ends.fScore; }},
    {"end_precision", "Ends, precision", "", kShare, "Share of the curve's ends that are true: one to one within 2 tolerances.",
     [](Q q) { return q.paths->ends.precision; }},
    {"end_recall", "Ends, recall", "", kShare, "Share of the true ends that were found.", [](Q q) { return q.paths->ends.recall; }},
    {"path_curve_pieces", "Pieces of the curve, for paths", "", kCount, "Connected pieces, vertices within a thousandth of the tolerance being one.",
     [](Q q) { return double(q.paths->curvePieces); }},
    {"path_truth_pieces", "Pieces of the truth, for paths", "", kCount, "The same of the truth, after its gaps were closed.",
     [](Q q) { return double(q.paths->truthPieces); }},
    {"healed_gaps", "Gaps of the truth closed", "", kCount, "Gaps between pieces of the truth that were closed before paths were measured.",
     [](Q q) { return double(q.paths->healed); }},
};

constexpr Figure kFigures[] = {
    {"tolerance", "Tolerance", kUnits, kSize, "Closer than this counts as found.", [](Q q) { return q.score.tolerance; }},
    {"f_score", "F-score", "", kShare, "2 · precision · recall / (precision + recall). It forgives cuts and spurs.",
     [](Q q) { return q.score.fScore; }},
    {"precision", "Precision", "", kShare, "Share of the curve within the tolerance of the truth.", [](Q q) { return q.score.precision; }},
    {"recall", "Recall", "", kShare, "Share of the truth within the tolerance of the curve.", [](Q q) { return q.score.recall; }},
    {"hausdorff", "Hausdorff distance", kUnits, kLength, "The largest distance of a point of either curve from the other.",
     [](Q q) { return q.hausdorff; }},
    {"mean_recovering_error", "Mean recovering error", kUnits, kLength, "Mean of the two mean distances.", [](Q q) { return q.meanRecoveringError; }},
    {"curve_to_truth_mean", "Curve to truth, mean", kUnits, kLength, "Distance from places on the curve to the truth.",
     [](Q q) { return q.toTruth.mean; }},
    {"curve_to_truth_median", "Curve to truth, median", kUnits, kLength, "Half of the curve is closer to the truth.",
     [](Q q) { return q.toTruth.median; }},
    {"curve_to_truth_rms", "Curve to truth, root mean square", kUnits, kLength, "As the mean, with large distances counting more.",
     [](Q q) { return q.toTruth.rootMeanSquare; }},
    {"curve_to_truth_p95", "Curve to truth, 95th percentile", kUnits, kLength, "95 % of the curve is closer to the truth.",
     [](Q q) { return q.toTruth.percentile95; }},
    {"curve_to_truth_max", "Curve to truth, maximum", kUnits, kLength, "The farthest that the curve strays.", [](Q q) { return q.toTruth.maximum; }},
    {"truth_to_curve_mean", "Truth to curve, mean", kUnits, kLength, "Distance from places on the truth to the curve.",
     [](Q q) { return q.toCurve.mean; }},
    {"truth_to_curve_median", "Truth to curve, median", kUnits, kLength, "Half of the truth is closer to the curve.",
     [](Q q) { return q.toCurve.median; }},
    {"truth_to_curve_rms", "Truth to curve, root mean square", kUnits, kLength, "As the mean, with large distances counting more.",
     [](Q q) { return q.toCurve.rootMeanSquare; }},
    {"truth_to_curve_p95", "Truth to curve, 95th percentile", kUnits, kLength, "95 % of the truth is closer to the curve.",
     [](Q q) { return q.toCurve.percentile95; }},
    {"truth_to_curve_max", "Truth to curve, maximum", kUnits, kLength, "The worst that was missed.", [](Q q) { return q.toCurve.maximum; }},
    {"end_distance_mean", "True ends to curve, mean", kUnits, kLength, "Distance from the ends of the truth to the curve.",
     [](Q q) { return meanOf(q.endDistances); }},
    {"end_distance_max", "True ends to curve, maximum", kUnits, kLength, "The end of the truth that is farthest from the curve.",
     [](Q q) { return largestOf(q.endDistances); }},
    {"thesis_mean", "Nodes to truth (thesis), mean", kUnits, kLength, "From the curve's nodes, to the infinite line where the truth is straight.",
     [](Q q) { return q.thesis.mean; }},
    {"thesis_median", "Nodes to truth (thesis), median", kUnits, kLength, "Half of the nodes are closer.", [](Q q) { return q.thesis.median; }},
    {"thesis_max", "Nodes to truth (thesis), maximum", kUnits, kLength, "The farthest node: the thesis's number, one way.",
     [](Q q) { return q.thesis.maximum; }},
    {"curve_length", "Length of the curve", kUnits, kSize, "Of all its pieces.", [](Q q) { return q.curveLength; }},
    {"truth_length", "Length of the truth", kUnits, kSize, "Of all its pieces.", [](Q q) { return q.truthLength; }},
    {"length_ratio", "Length, curve / truth", "", kRatio, "Above 1: spurs and doubles; below: parts are missing.",
     [](Q q) { return q.truthLength > 0 ? q.curveLength / q.truthLength : kNotKnown; }},
    {"curve_components", "Components of the curve", "", kCount, "Separate pieces.", [](Q q) { return double(q.curve.components); }},
    {"truth_components", "Components of the truth", "", kCount, "Separate pieces.", [](Q q) { return double(q.truth.components); }},
    {"curve_loops", "Loops of the curve", "", kCount, "Closed ways that do not follow from others.", [](Q q) { return double(q.curve.loops); }},
    {"truth_loops", "Loops of the truth", "", kCount, "Closed ways that do not follow from others.", [](Q q) { return double(q.truth.loops); }},
    {"curve_junctions", "Junctions of the curve", "", kCount, "Vertices with more than two edges.", [](Q q) { return double(q.curve.junctions); }},
    {"truth_junctions", "Junctions of the truth", "", kCount, "Vertices with more than two edges.", [](Q q) { return double(q.truth.junctions); }},
    {"curve_ends", "Ends of the curve", "", kCount, "Vertices with one edge.", [](Q q) { return double(q.curve.ends); }},
    {"truth_ends", "Ends of the truth", "", kCount, "Vertices with one edge.", [](Q q) { return double(q.truth.ends); }},
};

/// A distance in σ, named after the row in units.
struct SigmaFigure {
  std::string_view id, of;
};

constexpr SigmaFigure kSigmaFigures[] = {{"hausdorff_sigma", "hausdorff"},
                                         {"mean_recovering_error_sigma", "mean_recovering_error"},
                                         {"curve_to_truth_mean_sigma", "curve_to_truth_mean"},
                                         {"curve_to_truth_median_sigma", "curve_to_truth_median"},
                                         {"curve_to_truth_rms_sigma", "curve_to_truth_rms"},
                                         {"curve_to_truth_p95_sigma", "curve_to_truth_p95"},
                                         {"curve_to_truth_max_sigma", "curve_to_truth_max"},
                                         {"truth_to_curve_mean_sigma", "truth_to_curve_mean"},
                                         {"truth_to_curve_median_sigma", "truth_to_curve_median"},
                                         {"truth_to_curve_rms_sigma", "truth_to_curve_rms"},
                                         {"truth_to_curve_p95_sigma", "truth_to_curve_p95"},
                                         {"truth_to_curve_max_sigma", "truth_to_curve_max"}};

QualityRow rowOf(const Figure& figure, Q quality) { return {figure.id, figure.label, figure.unit, figure.range, figure.help, figure.value(quality)}; }

}  // namespace

std::vector<QualityRow> qualityRows(const Quality& quality) {
  std::vector<QualityRow> rows;
  if (quality.paths)
    for (const Figure& figure : kPathFigures) rows.push_back(rowOf(figure, quality));
  for (const Figure& figure : kFigures) rows.push_back(rowOf(figure, quality));
  if (!quality.sigma) return rows;
  rows.push_back({"sigma", "Noise sigma", kUnits, kSize, "The total sigma of the noise, as given.", *quality.sigma});
  for (const SigmaFigure& inSigma : kSigmaFigures) {
    const Figure& figure = *std::ranges::find(kFigures, inSigma.of, &Figure::id);
    rows.push_back({inSigma.id, figure.label, kSigmaUnit, figure.range, figure.help, figure.value(quality) / *quality.sigma});
  }
  return rows;
}

}  // namespace arete
