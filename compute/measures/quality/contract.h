// Stage "quality": how far a reconstructed curve C is from the true (or a reference) curve T. Source: spec "Quality".
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "compute/core/device.h"
#include "compute/core/param_info.h"
#include "compute/core/polylines.h"
#include "compute/measures/quality/paths.h"

namespace arete {

struct QualityOptions {
  double step = 0;              ///< distance of samples along both curves; 0: the longer curve's length / 20 000. At most a million samples a curve
  double tolerance = 0;         ///< τ of precision, recall and F; 0: σ where it is known, else 1 % of the diagonal of T's bounds
  std::optional<double> sigma;  ///< total σ > 0 of the noise, where it is known
  bool paths = false;           ///< also measure paths of networks: junctions, ways and their lengths
  double heal = 0;              ///< for the paths: as in pathQuality()
  double joinTolerance = 0;     ///< vertices this close are one node when loops and ends are counted; 0: 10⁻⁹ of the diagonal of T's bounds
};

/// The parameter that closes gaps of the truth for path measures.
extern const ParamInfo kHealParam;

/// Options from the values of qualityParameters(); `paths` is separate.
std::span<const ParamInfo* const> qualityParameters();
QualityOptions qualityOptions(const ParamValues& values);

/// In the curves' units; all NaN where there is nothing to measure.
struct DistanceStats {
  double mean, median, rootMeanSquare, percentile95, maximum;
};

struct ToleranceScore {
  double tolerance = 0;
  double precision = 0;  ///< share of C within the tolerance of T
  double recall = 0;     ///< share of T within the tolerance of C
  double fScore = 0;     ///< 2·precision·recall / (precision + recall)
};

/// Counts on the graph of a curve's vertices and the pieces between them, where vertices closer than a tolerance are one. Curves that cross
/// without a common vertex are not joined.
struct Topology {
  uint32_t components = 0, loops = 0, junctions = 0, ends = 0;  ///< as in Curve
  std::vector<double> endPoints;                                ///< coordinates of the nodes of degree 1, one after the other
};

struct Quality {
  DistanceStats toTruth;               ///< from samples of C to the nearest segment of T; the maximum looks at the vertices as well
  DistanceStats toCurve;               ///< from samples of T to the nearest segment of C
  double hausdorff;                    ///< the larger of the two maxima
  double meanRecoveringError;          ///< the mean of the two means
  std::optional<double> sigma;         ///< from the options
  ToleranceScore score;                ///< at the tolerance of the options
  std::vector<ToleranceScore> scores;  ///< tolerances in even ratios from a thousandth of the Hausdorff distance up to it
  double curveLength = 0, truthLength = 0;
  std::vector<double> endDistances;  ///< from each end point of T to C
  Topology curve, truth;
  std::optional<PathQuality> paths;  ///< where they were asked for
  DistanceStats thesis;  ///< the thesis's own measure, one way: from C's nodes to T's segments, or to the infinite line when T is straight
};

/// Both curves need the same dimension; either may be empty (then recall is 0 and distances are NaN). Throws Error(wrongUse) when
/// the dimensions differ or options are out of range, as pathQuality() does, Cancelled. The result does not depend on the number of threads.
Quality quality(const Polylines& curve, const Polylines& truth, const QualityOptions& options, const StageContext& context);

Topology topologyOf(const Polylines& lines, double joinTolerance);

/// One line of a table of results.
struct QualityRow {
  std::string_view id;     ///< snake_case, stable: for reports
  std::string_view label;  ///< for people
  std::string_view unit;   ///< "" for none, "units" for the curves' own, "sigma"
  std::string_view range;  ///< what values it can have, and which is best
  std::string_view help;   ///< a sentence: what it means
  double value;            ///< NaN: nothing to measure
};

/// Every number of a Quality, for panels, command line and reports; those of paths first where they were asked for, those in σ only
/// where σ is known.
std::vector<QualityRow> qualityRows(const Quality& quality);

}  // namespace arete
