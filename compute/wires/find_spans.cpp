#include "compute/wires/find_spans.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "compute/core/error.h"
#include "compute/measures/projection/contract.h"
#include "compute/wires/bundle.h"
#include "compute/wires/numbering.h"
#include "compute/wires/pylons.h"
#include "compute/wires/split_wires.h"
#include "compute/wires/wire_search.h"

namespace arete {

using shared::Vector3;

namespace {

Vector3 placeOf(const PointArray& points, size_t i) { return {points.coordinate(i, 0), points.coordinate(i, 1), points.coordinate(i, 2)}; }

/// How far along its path, in the plan, each edge begins where the path enters it, and how long it is there.
struct PlanEdges {
  std::vector<double> start, length;
};

PlanEdges planEdgesOf(const CurveEdges& curve) {
  std::vector<uint32_t> order(curve.edges.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::sort(order, {}, [&](uint32_t e) { return std::tuple(curve.edges[e].path, curve.edges[e].start, e); });
  PlanEdges plan{std::vector<double>(order.size()), std::vector<double>(order.size())};
  double sum = 0;
  for (size_t i = 0; i < order.size(); ++i) {
    const CurveEdge& edge = curve.edges[order[i]];
    if (i == 0 || curve.edges[order[i - 1]].path != edge.path) sum = 0;
    const auto a = curve.vertex(edge.a), b = curve.vertex(edge.b);
    plan.start[order[i]] = sum, plan.length[order[i]] = std::hypot(b[0] - a[0], b[1] - a[1]);
    sum += plan.length[order[i]];
  }
  return plan;
}

/// The points near each path, in the order of the cloud.
std::vector<std::vector<OnLine>> byPath(const PointArray& points, const CurveEdges& curve, double reach, const StageContext& context) {
  const CurvePlaces places = project(points, curve, context);
  const PlanEdges plan = planEdgesOf(curve);
  std::vector<std::vector<OnLine>> paths(curve.paths.size());
  for (size_t i = 0; i < places.size(); ++i) {
    const CurvePlace& place = places[i];
    if (place.edge == CurvePlace::kNowhere || !(place.distance() <= reach)) continue;
    const CurveEdge& edge = curve.edges[place.edge];
    const double share = edge.backwards ? 1 - place.share : place.share;
    paths[edge.path].push_back({plan.start[place.edge] + share * plan.length[place.edge], placeOf(points, i)});
  }
  return paths;
}

/// Does `body(i)` for all on the threads: each by one.
template <class Body>
void forEach(size_t count, const StageContext& context, const Body& body) {
  context.device.threads().forEachRange(count, 1, [&](size_t begin, size_t end, int) {
    for (size_t i = begin; i < end; ++i) context.checkStop(), body(i);
  });
}

WirePieces cutAtPylons(const PointArray& points, const CurveEdges& curve, const SpanOptions& options, const StageContext& context) {
  const std::vector<std::vector<OnLine>> paths = byPath(points, curve, options.reach, context);
  std::vector<std::vector<double>> cuts(paths.size());
  forEach(paths.size(), context, [&](size_t i) { cuts[i] = cutsOf(paths[i], options.shortest); });
  WirePieces wires;
  for (size_t p = 0; p < paths.size(); ++p) {
    const auto first = uint32_t(wires.pieces.size());
    wires.pieces.resize(first + cuts[p].size() + 1);
    for (const OnLine& point : paths[p])
      wires.pieces[first + size_t(std::ranges::upper_bound(cuts[p], point.along) - cuts[p].begin())].points.push_back(point.place);
    for (uint32_t i = 0; i < cuts[p].size(); ++i) wires.cuts.emplace_back(first + i, first + i + 1);
  }
  return wires;
}

void fitAll(WirePieces& wires, const StageContext& context) {
  forEach(wires.pieces.size(), context, [&](size_t i) {
    WirePiece& piece = wires.pieces[i];
    if (piece.points.empty()) piece.fit = {};
    else piece.fit = fitCatenary(piece.points);
  });
}

/// A line of the network may end before its wire does: beyond ends at no pylon, points as near to the curve are looked for.
Catenary withFreeEnds(const WirePiece& piece) {
  constexpr double kBeyond = 5;  // metres
  Catenary curve = piece.fit.curve;
  if (piece.pylonBefore == 0) curve.from -= kBeyond;
  if (piece.pylonBehind == 0) curve.to += kBeyond;
  return curve;
}

/// Points to the nearest catenary within reach: across gaps of the network too, and none of a pylon's other side.
void collectAgain(WirePieces& wires, const PointArray& points, double reach, const StageContext& context) {
  std::vector<Catenary> curves;
  std::vector<uint32_t> pieceOf;
  for (uint32_t i = 0; i < wires.pieces.size(); ++i)
    if (wires.pieces[i].fit.found) curves.push_back(withFreeEnds(wires.pieces[i])), pieceOf.push_back(i);
  WireBox box{{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
  for (const Catenary& curve : curves)
    for (const double s : {curve.from, curve.lowestAlong(), curve.to})
      for (int k = 0; k < 3; ++k) {
        const double x = curve.at(s)[k];
        box.low.set(k, std::min(box.low[k], x - reach)), box.high.set(k, std::max(box.high[k], x + reach));
      }
  const WireSearch search(curves, 0, box, context);
  const auto inside = [&](const Vector3& p) {
    for (int k = 0; k < 3; ++k)
      if (p[k] < box.low[k] || p[k] > box.high[k]) return false;
    return true;
  };
  std::vector<uint32_t> nearest(points.size(), UINT32_MAX);
  context.device.threads().forEachRange(points.size(), 1 << 14, [&](size_t begin, size_t end, int) {
    context.checkStop();
    for (size_t i = begin; i < end; ++i) {
      const Vector3 place = placeOf(points, i);
      if (!inside(place)) continue;
      const NearestWire found = search.nearest(place);
      if (found.span == NearestWire::kNone || found.squared > reach * reach) continue;
      const Catenary& curve = curves[found.span];
      if (found.along > curve.from && found.along < curve.to) nearest[i] = pieceOf[found.span];  // beyond its ends it is of something else
    }
  });
  for (WirePiece& piece : wires.pieces) piece.points.clear();
  for (size_t i = 0; i < nearest.size(); ++i)
    if (nearest[i] != UINT32_MAX) wires.pieces[nearest[i]].points.push_back(placeOf(points, i));
}

/// Lengths without points. Outliers are no points of the wire.
void measureGaps(const WirePiece& piece, Span& span) {
  constexpr double kFar = 5;  // in deviations
  std::vector<double> along;
  for (const Vector3& point : piece.points) {
    const OffCatenary off = offCatenary(span.curve, point);
    if (std::hypot(off.up, off.beside) < kFar * span.noise) along.push_back(std::clamp(off.along, span.curve.from, span.curve.to));
  }
  if (along.empty()) return;
  std::ranges::sort(along);
  span.gapAtStart = along.front() - span.curve.from, span.gapAtEnd = span.curve.to - along.back();
  for (size_t i = 1; i < along.size(); ++i) span.longestGap = std::max(span.longestGap, along[i] - along[i - 1]);
}

Span spanOf(const WirePiece& piece, double widest) {
  Span span;
  const CatenaryFit& fit = piece.fit;
  span.curve = fit.curve, span.points = fit.points, span.outliers = fit.outliers;
  span.noise = fit.noise, span.rmse = fit.rmse, span.rmseUp = fit.rmseUp, span.rmseBeside = fit.rmseBeside;
  span.fromPylon = piece.pylonBefore, span.toPylon = piece.pylonBehind;
  measureGaps(piece, span);
  const Bundle bundle = bundleOf(span.curve, piece.points, widest);
  span.inBundle = bundle.conductors, span.spacing = bundle.spacing, span.rmseConductor = bundle.rmse;
  return span;
}

/// Too short to be a span: a stub behind a pylon, a twig, something that is no wire.
bool isTooShort(const WirePiece& piece, double shortest) {
  const double length = piece.fit.curve.horizontalLength();
  return length < shortest && (piece.pylonBefore == 0 && piece.pylonBehind == 0 ? true : length < shortest / 4);
}

}  // namespace

WireSpans findSpans(const PointArray& points, const CurveEdges& curve, const SpanOptions& options, const StageContext& context) {
  constexpr const char* kWhat = "cannot find the spans of the wires";
  if (points.dimension() != 3)
    throw Error(ErrorKind::wrongUse, kWhat, "the cloud",
                "its points have " + std::to_string(points.dimension()) + " coordinates, and wires hang in three", "give points with x, y and z");
  WirePieces wires = cutAtPylons(points, curve, options, context);
  fitAll(wires, context);
  joinAcrossGaps(wires, options);
  WireSpans found;
  constexpr int kTurns = 2;
  for (int turn = 0; turn < kTurns; ++turn) {
    pylonsOf(wires);
    collectAgain(wires, points, options.reach, context);
    fitAll(wires, context);
  }
  found.pylons = pylonsOf(wires);
  std::vector<uint32_t> kept;
  for (uint32_t i = 0; i < wires.pieces.size(); ++i) {
    if (wires.pieces[i].fit.found && !isTooShort(wires.pieces[i], options.shortest)) kept.push_back(i);
    else if (!wires.pieces[i].points.empty()) ++found.leftOut;
  }
  if (kept.empty())
    throw Error(ErrorKind::badInput, kWhat, "the curve",
                "no line has a span of " + std::to_string(int(options.shortest)) + " metres with points near it",
                "give the wires of this cloud, a larger reach, or a smaller length");
  found.spans.resize(kept.size());
  forEach(kept.size(), context, [&](size_t i) {
    found.spans[i] = spanOf(wires.pieces[kept[i]], options.bundle);
    found.spans[i].band = bandOf(wires.pieces[kept[i]].fit, options.seed, uint32_t(i));
  });
  numberSpans(found, options);
  return found;
}

}  // namespace arete
