#include "compute/measures/bodies/path_points.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace arete {

using shared::Vector3;

PathPoints::PathPoints(const PointArray& points, const CurveEdges& curve, std::span<const CurvePlace> places, const BodyWish& wish,
                       const StageContext& context)
    : points_(points), curve_(curve), places_(places), wish_(wish), starts_(curve.paths.size() + 1), frames_(curve.edges.size()) {
  std::vector<uint32_t> degree(wish.reach.size());
  for (const CurveEdge& edge : curve.edges) ++degree[edge.a], ++degree[edge.b];
  isEnd_.resize(degree.size());
  for (size_t i = 0; i < degree.size(); ++i) isEnd_[i] = degree[i] == 1;
  orderEdges();
  if (curve.dimension == 2 || curve.dimension == 3)
    for (size_t path = 0; path < curve.paths.size(); ++path) turnFrames(path);
  context.checkStop();
  shareOut();
}

void PathPoints::orderEdges() {
  edges_.resize(curve_.edges.size());
  std::iota(edges_.begin(), edges_.end(), 0u);
  std::ranges::stable_sort(edges_, [&](uint32_t i, uint32_t j) {
    const CurveEdge &a = curve_.edges[i], &b = curve_.edges[j];
    return a.path != b.path ? a.path < b.path : a.start < b.start;
  });
  for (const CurveEdge& edge : curve_.edges) ++starts_[edge.path + 1];
  std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
}

Vector3 PathPoints::at(uint32_t vertex) const {
  const std::span<const double> place = curve_.vertex(vertex);
  return {place[0], place[1], curve_.dimension > 2 ? place[2] : 0};
}

void PathPoints::turnFrames(size_t path) {
  const AcrossFrame* before = nullptr;
  for (const uint32_t e : edges(path)) {
    const CurveEdge& edge = curve_.edges[e];
    if (!(edge.length > 0)) continue;
    const Vector3 along = unit(at(edge.backwards ? edge.a : edge.b) - at(edge.backwards ? edge.b : edge.a));
    frames_[e] = before == nullptr ? AcrossFrame(along) : before->turnedTo(along);
    before = &frames_[e];
  }
}

bool PathPoints::belongs(const CurvePlace& place, uint32_t point) const {
  if (place.edge == CurvePlace::kNowhere) return false;
  const CurveEdge& edge = curve_.edges[place.edge];
  if (!(edge.length > 0) || !(place.distance() <= std::max(wish_.reach[edge.a], wish_.reach[edge.b]))) return false;
  const bool atA = place.share == 0 && isEnd_[edge.a], atB = place.share == 1 && isEnd_[edge.b];
  if (!atA && !atB) return true;
  constexpr double kRounding = 1e-9;
  double along = 0;  // beyond the end
  const std::span<const double> a = curve_.vertex(edge.a), b = curve_.vertex(edge.b);
  for (size_t k = 0; k < a.size(); ++k) along += (b[k] - a[k]) * (points_.coordinate(point, int(k)) - (atA ? a : b)[k]);
  return (atA ? -along : along) <= kRounding * edge.length * edge.length;
}

void PathPoints::shareOut() {
  firstPoint_.resize(curve_.edges.size() + 1);
  std::vector<bool> taken(places_.size());
  for (uint32_t i = 0; i < places_.size(); ++i)
    if (belongs(places_[i], i)) taken[i] = true, ++firstPoint_[places_[i].edge + 1];
  std::partial_sum(firstPoint_.begin(), firstPoint_.end(), firstPoint_.begin());
  ofEdges_.resize(firstPoint_.back());
  std::vector<uint32_t> next(firstPoint_.begin(), firstPoint_.end() - 1);
  for (uint32_t i = 0; i < places_.size(); ++i)
    if (taken[i]) ofEdges_[next[places_[i].edge]++] = i;
}

template <class Use>
void PathPoints::visit(size_t path, double arc, double half, const Use& use) const {
  const std::span<const uint32_t> all = edges(path);
  const double length = curve_.paths[path].length;
  const bool whole = curve_.paths[path].closed && 2 * half >= length;
  const auto within = [&](double from, double to, double shift) {  // `shift`: once round a closed path
    const auto ends = [&](uint32_t e) { return curve_.edges[e].start + curve_.edges[e].length; };
    for (auto it = std::ranges::lower_bound(all, from, {}, ends); it != all.end() && curve_.edges[*it].start <= to; ++it)
      for (uint32_t i = firstPoint_[*it]; i < firstPoint_[*it + 1]; ++i) {
        const CurvePlace& place = places_[ofEdges_[i]];
        const double along = arcLength(place, curve_.edges[*it]) - (arc + shift);
        if (whole || std::abs(along) <= half) use(ofEdges_[i], place, along);
      }
  };
  if (whole) return within(0, length, 0);
  if (curve_.paths[path].closed && arc - half < 0) within(arc - half + length, length, length);
  within(std::max(0.0, arc - half), std::min(length, arc + half), 0);
  if (curve_.paths[path].closed && arc + half > length) within(0, arc + half - length, -length);
}

Vector3 PathPoints::wayTo(const CurvePlace& place, uint32_t point) const {
  const CurveEdge& edge = curve_.edges[place.edge];
  const Vector3 a = at(edge.a), b = at(edge.b);
  const Vector3 there{points_.coordinate(point, 0), points_.coordinate(point, 1), curve_.dimension > 2 ? points_.coordinate(point, 2) : 0};
  return there - (a + (b - a) * place.share);
}

void PathPoints::cut(size_t path, double arc, double half, std::vector<PlanePlace>& section) const {
  section.clear();
  visit(path, arc, half, [&](uint32_t point, const CurvePlace& place, double along) {
    const Vector3 way = wayTo(place, point);
    const double x = dot(way, frames_[place.edge].first), y = dot(way, frames_[place.edge].second), across = std::sqrt(x * x + y * y);
    const double turned = across > 0 ? place.distance() / across : 0;  // at the outer side of a bend ways are not quite across
    section.push_back({.x = turned * x, .y = turned * y, .along = along});
  });
}

void PathPoints::distances(size_t path, double arc, double half, std::vector<double>& section) const {
  section.clear();
  visit(path, arc, half, [&](uint32_t, const CurvePlace& place, double) { section.push_back(place.distance()); });
}

}  // namespace arete
