#include "render/curve_colours.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

#include "compute/engine/network_state.h"
#include "render/tube_radii.h"

namespace arete {

CurveLook::CurveLook(const View& view)
    : by(view.curveColour), leastSupport(view.leastSupport), map(view.colourMap), colour(view.colour(LayerId::curve)), theme(view.theme) {}

/// Those that an explanation says, with the title of their bar; null for the others.
static const char* explainedTitle(CurveColour by) {
  switch (by) {
    case CurveColour::length: return "length";
    case CurveColour::density: return "points per length";
    case CurveColour::width: return "width";
    case CurveColour::body: return "radius";
    default: return nullptr;
  }
}

static const std::vector<double>& explainedValues(const Explanation& figures, CurveColour by) {
  return by == CurveColour::length ? figures.pathLength : by == CurveColour::density ? figures.density : figures.width;
}

CurveColour CurveLook::shown(const Frame& frame, const CurveExplanation* explanation) const {
  const bool needsSupport = by == CurveColour::support || by == CurveColour::spread;
  if (needsSupport && !frame.support) return CurveColour::uniform;
  if (explainedTitle(by) != nullptr && (explanation == nullptr || !explanation->isOf(frame))) return CurveColour::uniform;
  if (by == CurveColour::radius && frame.column(NodeColumn::radius) == nullptr) return CurveColour::uniform;
  return by;
}

ColourRange supportColours(const CurveLook& look) {
  constexpr uint8_t kFaintest = 120;  // still to be seen on a crowd of points
  const Colour doubted = colourOf(Sign::uncertain, look.theme);
  Colour faint = doubted;
  faint.a = kFaintest;
  return {faint, doubted, look.colour};
}

std::vector<bool> shownEdges(const Frame& frame, const CurveLook& look) {
  std::vector<bool> shown(frame.curve.edges.size(), true);
  if (!frame.support) return shown;
  const NetworkSupport& support = *frame.support;
  for (size_t e = 0; e < shown.size(); ++e)
    shown[e] = support.edgeSupport[e] >= look.leastSupport && (support.consensus.empty() || support.consensus[e] != 0);
  return shown;
}

/// For each node, the lowest one that it is connected with.
static std::vector<uint32_t> piecesOf(const Curve& curve) {
  std::vector<uint32_t> piece(curve.nodes.size());
  std::iota(piece.begin(), piece.end(), 0u);
  const auto top = [&](uint32_t node) {
    for (; piece[node] != node; node = piece[node]) piece[node] = piece[piece[node]];
    return node;
  };
  for (const Edge& edge : curve.edges) {
    const uint32_t a = top(edge.a), b = top(edge.b);
    piece[std::max(a, b)] = std::min(a, b);
  }
  for (uint32_t node = 0; node < piece.size(); ++node) piece[node] = top(node);
  return piece;
}

namespace {

/// A number of each edge, as the colours of its ends.
struct Values {
  std::vector<double> a, b;
};

}  // namespace

static Values valuesOf(const Frame& frame, CurveColour by, const CurveExplanation* explanation) {
  if (by == CurveColour::body) {
    Values values;
    for (const auto& [a, b] : tubeRadii(frame, *explanation)) values.a.push_back(double(a)), values.b.push_back(double(b));
    return values;
  }
  if (explainedTitle(by) != nullptr) return {explainedValues(explanation->figures, by), explainedValues(explanation->figures, by)};
  if (by == CurveColour::spread) return {frame.support->edgeSpread, frame.support->edgeSpread};
  Values values;
  const auto& radii = std::get<std::vector<double>>(*frame.column(NodeColumn::radius)->values);
  for (const Edge& edge : frame.curve.edges) values.a.push_back(radii[edge.a]), values.b.push_back(radii[edge.b]);
  return values;
}

/// From 0, or where all are of a size from the least, to the greatest. For what an explanation says, the uppermost fiftieth of the edges, short ones
/// with a few points, must not use up the colours.
static std::pair<double, double> rangeOf(const Values& values, CurveColour by) {
  if (values.a.empty()) return {0, 0};
  if (explainedTitle(by) != nullptr) {
    constexpr size_t kCutOneIn = 50;
    std::vector<double> known;
    std::ranges::copy_if(values.a, std::back_inserter(known), [](double value) { return std::isfinite(value); });
    std::ranges::sort(known);
    return {0, known.empty() ? 0 : known[known.size() - 1 - known.size() / kCutOneIn]};
  }
  const double least = by == CurveColour::spread ? 0 : std::min(std::ranges::min(values.a), std::ranges::min(values.b));
  return {least, std::max(std::ranges::max(values.a), std::ranges::max(values.b))};
}

static std::vector<EdgeColours> ofCategories(const Frame& frame, CurveColour by) {
  std::vector<uint32_t> category(frame.curve.nodes.size());
  if (by == CurveColour::degree) {
    constexpr uint32_t kMany = 6;
    for (const Edge& edge : frame.curve.edges) ++category[edge.a], ++category[edge.b];
    for (uint32_t& degree : category) degree = std::min(degree, kMany) - (degree > 0);
  } else {
    std::vector<uint32_t> place(category.size(), UINT32_MAX);
    const std::vector<uint32_t> pieces = piecesOf(frame.curve);
    uint32_t count = 0;
    for (uint32_t node = 0; node < pieces.size(); ++node) {
      uint32_t& own = place[pieces[node]];
      if (own == UINT32_MAX) own = count++;
      category[node] = own;
    }
  }
  std::vector<EdgeColours> colours;
  for (const Edge& edge : frame.curve.edges)
    colours.push_back({categoryColour(category[edge.a]).packed(), categoryColour(category[edge.b]).packed()});
  return colours;
}

std::vector<EdgeColours> edgeColours(const Frame& frame, const CurveLook& look, const CurveExplanation* explanation) {
  const CurveColour by = look.shown(frame, explanation);
  if (by == CurveColour::degree || by == CurveColour::component) return ofCategories(frame, by);
  std::vector<EdgeColours> colours(frame.curve.edges.size(), EdgeColours{look.colour.packed(), look.colour.packed()});
  if (by == CurveColour::uniform) return colours;
  if (by == CurveColour::support) {
    const ColourRange range = supportColours(look);
    for (size_t e = 0; e < colours.size(); ++e) colours[e].a = colours[e].b = range.at(frame.support->edgeSupport[e]).packed();
    return colours;
  }
  const Values values = valuesOf(frame, by, explanation);
  const auto [least, greatest] = rangeOf(values, by);
  const ColourTable table(look.map);
  const double width = greatest > least ? greatest - least : 1;
  for (size_t e = 0; e < colours.size(); ++e) colours[e] = {table.at((values.a[e] - least) / width), table.at((values.b[e] - least) / width)};
  return colours;
}

std::optional<ColourBar> curveBar(const Frame& frame, const CurveLook& look, const CurveExplanation* explanation) {
  const CurveColour by = look.shown(frame, explanation);
  if (frame.curve.edges.empty()) return {};
  if (by == CurveColour::support)
    return ColourBar{.title = "Confidence, %", .minimum = 0, .maximum = 100, .map = look.map, .range = supportColours(look)};
  const char* const title = by == CurveColour::spread ? "spread" : by == CurveColour::radius ? "local radius" : explainedTitle(by);
  if (title == nullptr) return {};
  const auto [least, greatest] = rangeOf(valuesOf(frame, by, explanation), by);
  return ColourBar{.title = title, .minimum = least, .maximum = greatest, .map = look.map};
}

bool isOfNumbers(CurveColour by) { return by == CurveColour::spread || by == CurveColour::radius || explainedTitle(by) != nullptr; }

bool needsExplanation(const View& view) {
  return (isOfCurve(view.colourBy) && view.style(LayerId::cloud).visible) ||
         (explainedTitle(view.curveColour) != nullptr && view.style(LayerId::curve).visible) || view.style(LayerId::tubes).visible;
}

std::vector<KeyEntry> networkKey(const Frame& frame, const View& view, bool junctionsMarked) {
  if (frame.job.curveKind() != CurveKind::network || frame.curve.edges.empty()) return {};
  const bool doubts = view.style(LayerId::curve).visible && frame.support && CurveLook(view).shown(frame) == CurveColour::support;
  constexpr double kHalf = 0.5;  // of the bootstrap runs
  const Colour doubt = colourOf(Sign::uncertain, view.theme);
  std::vector<KeyEntry> key;
  if (junctionsMarked && view.style(LayerId::junctions).visible) {
    if (frame.curve.junctions > 0) key.push_back({KeyMark::disc, view.colour(LayerId::junctions), "junction"});
    if (frame.curve.ends > 0) key.push_back({KeyMark::ring, view.colour(LayerId::junctions), "end"});
    if (doubts && std::ranges::any_of(frame.support->confidence, [](double each) { return each < kHalf; }))
      key.push_back({KeyMark::disc, doubt, "uncertain junction"});
  }
  const auto isDoubted = [&](double each) { return each < kHalf && each >= view.leastSupport; };
  if (doubts && std::ranges::any_of(frame.support->edgeSupport, isDoubted)) key.push_back({KeyMark::line, doubt, "uncertain line"});
  if (frame.support && view.style(LayerId::bands).visible) key.push_back({KeyMark::band, view.colour(LayerId::bands), "spread"});
  return key;
}

}  // namespace arete
