// Quality on CPU threads: samples at equal distances along each curve, each looked up in a tree over the other's segments. Neighbouring
// samples lie close, so each query starts from the answer of the one before. Time (samples + segments) · log segments.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "compute/core/error.h"
#include "compute/core/segment_distance.h"
#include "compute/core/segment_tree.h"
#include "compute/measures/quality/contract.h"

namespace arete {

static constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
static constexpr DistanceStats kNoStats{kUnknown, kUnknown, kUnknown, kUnknown, kUnknown};
static constexpr size_t kMostSamples = 1'000'000;

static double distance(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (size_t k = 0; k < a.size(); ++k) sum += (a[k] - b[k]) * (a[k] - b[k]);
  return std::sqrt(sum);
}

/// Calls `visit(a, b)` for the two ends of every piece.
template <class Visit>
static void forEachPiece(const Polylines& lines, Visit&& visit) {
  for (size_t line = 0; line < lines.size(); ++line) {
    const size_t vertices = lines.vertexCount(line);
    for (size_t v = 0; v + 1 < vertices; ++v) visit(lines.vertex(line, v), lines.vertex(line, v + 1));
    if (lines.closed[line] && vertices > 2) visit(lines.vertex(line, vertices - 1), lines.vertex(line, 0));
  }
}

static double lengthOf(const Polylines& lines) {
  double length = 0;
  forEachPiece(lines, [&](auto a, auto b) { length += distance(a, b); });
  return length;
}

static std::vector<double> verticesOf(const Polylines& lines) {
  std::vector<double> vertices;
  for (const std::vector<double>& line : lines.lines) vertices.insert(vertices.end(), line.begin(), line.end());
  return vertices;
}

/// The midpoints of equal parts of the whole length, with lines laid end to end; the vertices when the length is 0.
static std::vector<double> evenSamples(const Polylines& lines, double length, double step) {
  if (!(length > 0)) return verticesOf(lines);
  const auto count = size_t(std::clamp(std::ceil(length / step), 1.0, double(kMostSamples)));
  const double part = length / double(count);
  std::vector<double> samples;
  samples.reserve(count * size_t(lines.dimension));
  double before = 0;
  size_t next = 0;
  forEachPiece(lines, [&](std::span<const double> a, std::span<const double> b) {
    const double piece = distance(a, b);
    for (; next < count && (double(next) + 0.5) * part <= before + piece; ++next) {
      const double share = ((double(next) + 0.5) * part - before) / piece;
      for (size_t k = 0; k < a.size(); ++k) samples.push_back(a[k] + share * (b[k] - a[k]));
    }
    before += piece;
  });
  return samples;
}

static double diagonalOf(const Polylines& lines) {
  double sum = 0;
  const size_t d = size_t(lines.dimension);
  for (size_t k = 0; k < d; ++k) {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const std::vector<double>& line : lines.lines)
      for (size_t i = k; i < line.size(); i += d) low = std::min(low, line[i]), high = std::max(high, line[i]);
    if (high > low) sum += (high - low) * (high - low);
  }
  return std::sqrt(sum);
}

/// Distance of each point to the nearest segment of the tree, which is not empty.
static std::vector<double> distances(std::span<const double> points, size_t d, const SegmentTree& tree, const StageContext& context) {
  constexpr size_t kGrain = 2048;
  std::vector<double> result(points.size() / d);
  context.device.threads().forEachRange(result.size(), kGrain, [&](size_t begin, size_t end, int) {
    context.checkStop();
    uint32_t hint = SegmentTree::kNone;
    for (size_t i = begin; i < end; ++i) {
      const SegmentTree::Nearest nearest = tree.nearest(points.subspan(i * d, d), hint);
      hint = nearest.segment;
      result[i] = std::sqrt(nearest.squaredDistance);
    }
  });
  return result;
}

/// Statistics of ascending distances; `vertices` count for the maximum only.
static DistanceStats statsOf(const std::vector<double>& sorted, const std::vector<double>& vertices = {}) {
  constexpr double kHigh = 0.95;
  if (sorted.empty()) return kNoStats;
  const size_t n = sorted.size();
  double sum = 0, squares = 0;
  for (double x : sorted) sum += x, squares += x * x;
  double maximum = sorted.back();
  for (double x : vertices) maximum = std::max(maximum, x);
  return {sum / double(n), (sorted[(n - 1) / 2] + sorted[n / 2]) / 2, std::sqrt(squares / double(n)),
          sorted[size_t(std::ceil(kHigh * double(n))) - 1], maximum};
}

static ToleranceScore scoreAt(double tolerance, const std::vector<double>& a, const std::vector<double>& b) {
  const auto share = [&](const std::vector<double>& sorted) {
    return sorted.empty() ? 0.0 : double(std::upper_bound(sorted.begin(), sorted.end(), tolerance) - sorted.begin()) / double(sorted.size());
  };
  const double precision = share(a), recall = share(b), sum = precision + recall;
  return {tolerance, precision, recall, sum > 0 ? 2 * precision * recall / sum : 0};
}

/// One open line whose vertices all lie on the chord.
static bool isStraight(const Polylines& lines) {
  constexpr double kStraight = 1e-9;  // of the length
  if (lines.size() != 1 || lines.closed[0] || lines.vertexCount(0) < 2) return false;
  const auto a = lines.vertex(0, 0), b = lines.vertex(0, lines.vertexCount(0) - 1);
  const double length = distance(a, b);
  for (size_t v = 0; v < lines.vertexCount(0); ++v)
    if (!(std::sqrt(shared::squaredDistanceToSegment(lines.vertex(0, v).data(), a.data(), b.data(), lines.dimension)) <= kStraight * length))
      return false;
  return length > 0;
}

static DistanceStats thesisMeasure(const Polylines& curve, const Polylines& truth, const std::vector<double>& verticesToTruth) {
  std::vector<double> nodes = verticesToTruth;
  if (isStraight(truth)) {
    const auto a = truth.vertex(0, 0), b = truth.vertex(0, truth.vertexCount(0) - 1);
    nodes.clear();
    for (size_t line = 0; line < curve.size(); ++line)
      for (size_t v = 0; v < curve.vertexCount(line); ++v)
        nodes.push_back(std::sqrt(shared::squaredDistanceToSegment(curve.vertex(line, v).data(), a.data(), b.data(), truth.dimension, true)));
  }
  std::sort(nodes.begin(), nodes.end());
  return statsOf(nodes);
}

static void check(const Polylines& curve, const Polylines& truth, const QualityOptions& options) {
  const auto refuse = [](std::string_view where, std::string_view reason) {
    throw Error(ErrorKind::wrongUse, "cannot compare these curves", where, reason);
  };
  if (!curve.empty() && !truth.empty() && curve.dimension != truth.dimension)
    refuse("", "the curve has dimension " + std::to_string(curve.dimension) + ", the reference " + std::to_string(truth.dimension));
  for (const auto& [where, value] : {std::pair{"step", options.step}, {"tolerance", options.tolerance}, {"join tolerance", options.joinTolerance}})
    if (!(value >= 0 && std::isfinite(value))) refuse(where, "it must be 0 or more");
  if (options.sigma && !(*options.sigma > 0 && std::isfinite(*options.sigma))) refuse("sigma", "it must be above 0");
}

static void fillScores(Quality& result, const std::vector<double>& a, const std::vector<double>& b) {
  constexpr int kScores = 61;
  constexpr double kSmallestShare = 1e-3;  // of the Hausdorff distance
  if (!(result.hausdorff > 0)) return;
  for (int i = 0; i < kScores; ++i)
    result.scores.push_back(scoreAt(result.hausdorff * std::pow(kSmallestShare, 1 - double(i) / (kScores - 1)), a, b));
}

static Quality measureDistances(const Polylines& curve, const Polylines& truth, const QualityOptions& options, const StageContext& context) {
  constexpr double kDefaultSamples = 20'000, kDefaultTolerance = 0.01, kDefaultJoin = 1e-9;
  const size_t d = size_t(std::max({1, curve.dimension, truth.dimension}));
  const double diagonal = diagonalOf(truth);
  Quality result{
      .toTruth = kNoStats, .toCurve = kNoStats, .hausdorff = kUnknown, .meanRecoveringError = kUnknown, .sigma = options.sigma, .thesis = kNoStats};
  result.curveLength = lengthOf(curve);
  result.truthLength = lengthOf(truth);
  const double join = options.joinTolerance > 0 ? options.joinTolerance : kDefaultJoin * diagonal;
  result.curve = topologyOf(curve, join);
  result.truth = topologyOf(truth, join);
  const double step = options.step > 0 ? options.step : std::max(result.curveLength, result.truthLength) / kDefaultSamples;
  const double tolerance = options.tolerance > 0 ? options.tolerance : options.sigma.value_or(kDefaultTolerance * diagonal);
  result.score.tolerance = tolerance;
  const SegmentTree curveTree(curve), truthTree(truth);
  if (curveTree.empty() || truthTree.empty()) return result;

  std::vector<double> a = distances(evenSamples(curve, result.curveLength, step), d, truthTree, context);
  std::vector<double> b = distances(evenSamples(truth, result.truthLength, step), d, curveTree, context);
  const std::vector<double> curveVertices = distances(verticesOf(curve), d, truthTree, context);
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  result.toTruth = statsOf(a, curveVertices);
  result.toCurve = statsOf(b, distances(verticesOf(truth), d, curveTree, context));
  result.hausdorff = std::max(result.toTruth.maximum, result.toCurve.maximum);
  result.meanRecoveringError = (result.toTruth.mean + result.toCurve.mean) / 2;
  result.score = scoreAt(tolerance, a, b);
  fillScores(result, a, b);
  result.endDistances = distances(result.truth.endPoints, d, curveTree, context);
  result.thesis = thesisMeasure(curve, truth, curveVertices);
  return result;
}

Quality quality(const Polylines& curve, const Polylines& truth, const QualityOptions& options, const StageContext& context) {
  check(curve, truth, options);
  Quality result = measureDistances(curve, truth, options, context);
  if (options.paths) result.paths = pathQuality(curve, truth, result.score.tolerance, options.heal, context);
  context.report(1);
  return result;
}

}  // namespace arete
