#include "ui/curve_selection.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

namespace arete {

static std::vector<uint32_t> either(const std::vector<uint32_t>& a, const std::vector<uint32_t>& b) {
  std::vector<uint32_t> result;
  std::ranges::set_symmetric_difference(a, b, std::back_inserter(result));
  return result;
}

static std::vector<uint32_t> both(const std::vector<uint32_t>& a, const std::vector<uint32_t>& b) {
  std::vector<uint32_t> result;
  std::ranges::set_union(a, b, std::back_inserter(result));
  return result;
}

CurveSelection CurveSelection::toggled(const CurveSelection& other) const {
  const auto holds = [](const std::vector<uint32_t>& all, const std::vector<uint32_t>& part) { return std::ranges::includes(all, part); };
  // What is there already goes; a chain that is selected in part is completed first.
  const bool there = holds(nodes, other.nodes) && holds(edges, other.edges);
  return there ? CurveSelection{either(nodes, other.nodes), either(edges, other.edges)} : with(other);
}

CurveSelection CurveSelection::with(const CurveSelection& other) const { return {both(nodes, other.nodes), both(edges, other.edges)}; }

static uint32_t edgeBetween(const Curve& curve, uint32_t a, uint32_t b) {
  return uint32_t(std::ranges::lower_bound(curve.edges, Edge{std::min(a, b), std::max(a, b)}) - curve.edges.begin());
}

CurveSelection chainOf(const Curve& curve, uint32_t edge) {
  for (const Polyline& line : curve.polylines) {
    CurveSelection chain;
    for (size_t i = 0; i + (line.closed ? 0 : 1) < line.nodes.size(); ++i)
      chain.edges.push_back(edgeBetween(curve, line.nodes[i], line.nodes[(i + 1) % line.nodes.size()]));
    if (std::ranges::find(chain.edges, edge) == chain.edges.end()) continue;
    std::ranges::sort(chain.edges);
    return chain;
  }
  return {{}, {edge}};
}

std::vector<uint32_t> componentNumbers(const Curve& curve) {
  std::vector<uint32_t> lowest(curve.nodes.size());
  std::iota(lowest.begin(), lowest.end(), 0u);
  const auto root = [&](uint32_t node) {
    while (lowest[node] != node) node = lowest[node] = lowest[lowest[node]];
    return node;
  };
  for (const Edge& edge : curve.edges) {
    const auto [low, high] = std::minmax({root(edge.a), root(edge.b)});
    lowest[high] = low;
  }
  std::vector<uint32_t> numbers(lowest.size());
  for (uint32_t node = 0, next = 0; node < numbers.size(); ++node) numbers[node] = root(node) == node ? next++ : numbers[root(node)];
  return numbers;
}

CurveSelection componentOf(const Curve& curve, uint32_t node) {
  const std::vector<uint32_t> numbers = componentNumbers(curve);
  CurveSelection component;
  for (uint32_t e = 0; e < curve.edges.size(); ++e)
    if (numbers[curve.edges[e].a] == numbers[node]) component.edges.push_back(e);
  if (component.edges.empty()) component.nodes.push_back(node);
  return component;
}

std::vector<uint32_t> nodesOf(const Curve& curve, const CurveSelection& selection) {
  std::vector<uint32_t> nodes = selection.nodes;
  for (const uint32_t e : selection.edges) nodes.push_back(curve.edges[e].a), nodes.push_back(curve.edges[e].b);
  std::ranges::sort(nodes);
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

double lengthOf(const Curve& curve, const CurveSelection& selection) {
  double length = 0;
  for (const uint32_t e : selection.edges) {
    double sum = 0;
    for (int k = 0; k < curve.nodes.dimension(); ++k)
      sum += std::pow(curve.nodes.coordinate(curve.edges[e].a, k) - curve.nodes.coordinate(curve.edges[e].b, k), 2);
    length += std::sqrt(sum);
  }
  return length;
}

CurveOnScreen::CurveOnScreen(const Curve& curve, const View& view, const Viewport& viewport) : curve_(curve) {
  places_.reserve(curve.nodes.size());
  const int dimension = curve.nodes.dimension();
  for (uint32_t node = 0; node < curve.nodes.size(); ++node) {
    glm::dvec3 world(0);
    for (int k = 0; k < 3; ++k)
      if (const int axis = view.axes[size_t(k)]; axis >= 0 && axis < dimension) world[k] = curve.nodes.coordinate(node, axis);
    places_.push_back(view.camera.toScreen(viewport, world));
    if (!view.camera.perspective()) places_.back().z = 1;  // there is no behind
  }
}

std::vector<CurvePart> CurveOnScreen::near(double x, double y, double radius) const {
  const glm::dvec2 at(x, y);
  std::vector<CurvePart> nodes, edges;
  for (uint32_t i = 0; i < places_.size(); ++i)
    if (const double away = glm::length(glm::dvec2(places_[i]) - at); shows(i) && away <= radius) nodes.push_back({true, i, away});
  for (uint32_t e = 0; e < curve_.edges.size(); ++e) {
    const auto [a, b] = curve_.edges[e];
    if (!shows(a) || !shows(b)) continue;
    const glm::dvec2 from(places_[a]), along = glm::dvec2(places_[b]) - from;
    const double squared = glm::dot(along, along);
    const double share = squared > 0 ? std::clamp(glm::dot(at - from, along) / squared, 0.0, 1.0) : 0;
    if (const double away = glm::length(from + share * along - at); away <= radius) edges.push_back({false, e, away, share});
  }
  const auto nearer = [](const CurvePart& one, const CurvePart& other) { return one.distance < other.distance; };
  std::ranges::stable_sort(nodes, nearer);
  std::ranges::stable_sort(edges, nearer);
  nodes.insert(nodes.end(), edges.begin(), edges.end());
  return nodes;
}

std::vector<CurveSelection> CurveOnScreen::candidates(double x, double y, double radius) const {
  const std::vector<CurvePart> parts = near(x, y, radius);
  std::vector<CurveSelection> found;
  const auto put = [&](const CurveSelection& each) {
    if (!each.empty() && std::ranges::find(found, each) == found.end()) found.push_back(each);
  };
  const auto itself = [](const CurvePart& part) { return part.isNode ? CurveSelection{{part.index}, {}} : CurveSelection{{}, {part.index}}; };
  if (parts.empty()) return found;
  put(itself(parts.front()));
  const auto edge = std::ranges::find(parts, false, &CurvePart::isNode);
  if (edge != parts.end()) put(itself(*edge)), put(chainOf(curve_, edge->index));
  put(componentOf(curve_, edge != parts.end() ? curve_.edges[edge->index].a : parts.front().index));
  constexpr size_t kMost = 12;
  for (size_t i = 1; i < parts.size() && found.size() < kMost; ++i) put(itself(parts[i]));
  return found;
}

static bool contains(std::span<const std::array<double, 2>> outline, const glm::dvec3& place) {
  bool inside = false;
  for (size_t i = 0, j = outline.size() - 1; i < outline.size(); j = i++) {
    const auto &a = outline[i], &b = outline[j];
    if ((a[1] > place.y) != (b[1] > place.y) && place.x < (b[0] - a[0]) * (place.y - a[1]) / (b[1] - a[1]) + a[0]) inside = !inside;
  }
  return inside;
}

CurveSelection CurveOnScreen::inside(std::span<const std::array<double, 2>> outline) const {
  std::vector<bool> in(places_.size());
  CurveSelection selection;
  if (outline.size() < 3) return selection;
  for (uint32_t i = 0; i < places_.size(); ++i)
    if (shows(i) && contains(outline, places_[i])) in[i] = true, selection.nodes.push_back(i);
  for (uint32_t e = 0; e < curve_.edges.size(); ++e)
    if (in[curve_.edges[e].a] && in[curve_.edges[e].b]) selection.edges.push_back(e);
  return selection;
}

std::vector<double> placeBeneath(double x, double y, const PointArray& nodes, uint32_t node, const PointCloud::Origin& origin, const View& view,
                                 const Viewport& viewport) {
  glm::dvec3 world(0);
  const int dimension = nodes.dimension();
  const auto isDrawn = [&](int axis) { return axis >= 0 && axis < dimension; };
  for (int k = 0; k < 3; ++k)
    if (isDrawn(view.axes[size_t(k)])) world[k] = nodes.coordinate(node, view.axes[size_t(k)]);
  const glm::dvec3 there = view.camera.toWorld(viewport, x, y, world);
  std::vector<double> place;
  for (int k = 0; k < dimension; ++k) place.push_back(nodes.coordinate(node, k) + origin[size_t(k)]);
  for (int k = 0; k < 3; ++k)
    if (const int axis = view.axes[size_t(k)]; isDrawn(axis)) place[size_t(axis)] = there[k] + origin[size_t(axis)];
  return place;
}

}  // namespace arete
