#include "compute/measures/quality/paths.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "compute/core/error.h"
#include "compute/measures/quality/path_measures.h"

namespace arete {

static constexpr double kUnknownShare = std::numeric_limits<double>::quiet_NaN();
static constexpr Agreement kNothing{kUnknownShare, kUnknownShare, kUnknownShare};

Agreement cpu::agreement(double precision, double recall) {
  const double sum = precision + recall;
  return {precision, recall, sum == 0 ? 0 : 2 * precision * recall / sum};
}

/// A curve without a path of the required length says nothing; the other one decides.
static Agreement agreementOfPaths(double precision, double recall) {
  Agreement both = cpu::agreement(precision, recall);
  if (std::isnan(precision)) both.fScore = recall;
  if (std::isnan(recall)) both.fScore = precision;
  return both;
}

static void check(const Polylines& curve, const Polylines& truth, double tolerance, double heal) {
  const auto refuse = [](std::string_view where, const std::string& reason, std::string_view hint) {
    throw Error(ErrorKind::wrongUse, "cannot compare the paths of these curves", where, reason, hint);
  };
  if (!curve.empty() && !truth.empty() && curve.dimension != truth.dimension)
    refuse("", "the curve has dimension " + std::to_string(curve.dimension) + ", the reference " + std::to_string(truth.dimension),
           "give a reference of the same dimension");
  if (!(tolerance >= 0 && std::isfinite(tolerance))) refuse("tolerance", "it must be 0 or more", "give one in the curves' units");
  if (!(heal >= 0 && heal <= PathMeasure::kMostHeal)) refuse("heal", "it must be from 0 to 100 tolerances", "give 5 for a truth that was clipped");
}

/// Checked before anything is made that would not fit into memory.
static void checkPlaces(const cpu::VertexGraph& graph, double tolerance) {
  double length = 0;
  for (const auto& edge : graph.edges) length += graph.length(edge);
  const double least = length / (PathMeasure::kMostPlaces * PathMeasure::kPlaces);
  if (tolerance >= least) return;
  throw Error(
      ErrorKind::wrongUse, "cannot compare the paths of these curves", "tolerance",
      "beside a length of " + std::to_string(length) + " it would take " + std::to_string(int64_t(PathMeasure::kMostPlaces)) + " places and more",
      "give a tolerance of at least " + std::to_string(least));
}

PathQuality pathQuality(const Polylines& curve, const Polylines& truth, double tolerance, double heal, const StageContext& context) {
  check(curve, truth, tolerance, heal);
  PathQuality result{kUnknownShare, kNothing, kNothing, kNothing, kNothing, kNothing, kNothing};
  if (!(tolerance > 0)) return result;
  const double join = PathMeasure::kJoin * tolerance, step = PathMeasure::kPlaces * tolerance;
  cpu::VertexGraph curveGraph = cpu::vertexGraph(curve, join, context), truthGraph = cpu::vertexGraph(truth, join, context);
  curveGraph.dimension = truthGraph.dimension = std::max(curveGraph.dimension, truthGraph.dimension);  // one may be empty
  checkPlaces(curveGraph, tolerance);
  checkPlaces(truthGraph, tolerance);
  if (heal > 0) result.healed = cpu::heal(truthGraph, heal * tolerance, 2 * step, context);
  const cpu::PathNetwork c(curveGraph, step, context), t(truthGraph, step, context);
  result.curvePieces = uint32_t(c.components().size());
  result.truthPieces = uint32_t(t.components().size());
  if (c.placeCount() == 0 && t.placeCount() == 0) return result;

  constexpr cpu::ProgressSpan kBuilt{0.1, 0.45}, kFollowed{0.45, 0.8}, kExplored{0.8, 1};
  context.report(kBuilt.begin);
  const cpu::PathSimilarity ofTruth = cpu::pathSimilarity(t, c, tolerance, kBuilt, context);
  const cpu::PathSimilarity ofCurve = cpu::pathSimilarity(c, t, tolerance, kFollowed, context);
  result.apls = agreementOfPaths(ofCurve.all, ofTruth.all);
  result.local = agreementOfPaths(ofCurve.local, ofTruth.local);
  result.localEnds = agreementOfPaths(ofCurve.localEnds, ofTruth.localEnds);
  result.topo = cpu::topoAgreement(c, t, tolerance, kExplored, context);
  result.path = std::isnan(result.local.fScore) ? result.topo.fScore : (result.local.fScore + result.topo.fScore) / 2;

  const cpu::SpecialPoints found = cpu::specialPoints(curveGraph, tolerance, context), real = cpu::specialPoints(truthGraph, tolerance, context);
  const double same = PathMeasure::kSameNode * tolerance;
  result.junctions = cpu::pointAgreement(found.junctions, real.junctions, real.firmJunctions, curveGraph.dimension, same);
  result.ends = cpu::pointAgreement(found.ends, real.ends, real.ends, curveGraph.dimension, same);
  return result;
}

}  // namespace arete
