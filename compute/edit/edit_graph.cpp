#include "compute/edit/edit_graph.h"

#include <algorithm>
#include <cmath>

#include "compute/core/segment_distance.h"

namespace arete {

EditGraph::EditGraph(const Curve& curve, const PointCloud::Origin& origin)
    : found_(curve),
      origin_(origin),
      dimension_(size_t(curve.nodes.dimension())),
      at_(curve.nodes.size() * dimension_),
      alive_(curve.nodes.size(), 1),
      moved_(curve.nodes.size()),
      right_(curve.nodes.size()),
      like_(curve.nodes.size()),
      neighbours_(curve.nodes.size()) {
  for (uint32_t node = 0; node < size(); ++node) {
    like_[node] = node;
    for (size_t k = 0; k < dimension_; ++k) at_[node * dimension_ + k] = curve.nodes.coordinate(node, int(k)) + origin[k];
  }
  for (const Edge& edge : curve.edges) neighbours_[edge.a].push_back(edge.b), neighbours_[edge.b].push_back(edge.a);
  for (std::vector<uint32_t>& each : neighbours_) std::ranges::sort(each);
}

double EditGraph::distance(std::span<const double> a, std::span<const double> b) const {
  double sum = 0;
  for (size_t k = 0; k < dimension_; ++k) sum += (a[k] - b[k]) * (a[k] - b[k]);
  return std::sqrt(sum);
}

bool EditGraph::joined(uint32_t a, uint32_t b) const { return std::ranges::binary_search(neighbours_[a], b); }

uint32_t EditGraph::nearestFound(std::span<const double> place) const {
  uint32_t best = kNone;
  double least = INFINITY;
  for (uint32_t node = 0; node < found_.nodes.size(); ++node)
    if (const double away = distance(at(node), place); away < least) least = away, best = node;
  return best;
}

std::vector<double> EditGraph::kept(std::span<const double> place) const {
  std::vector<double> result(place.begin(), place.end());
  for (size_t k = 0; k < dimension_; ++k) {
    const double local = result[k] - origin_[k];
    result[k] = (found_.nodes.scalar() == Scalar::float32 ? double(float(local)) : local) + origin_[k];
  }
  return result;
}

uint32_t EditGraph::add(std::span<const double> at, uint32_t like) {
  const std::vector<double> copy = kept(at);
  like_.push_back(like == kNone ? nearestFound(copy) : like_[like]);
  at_.insert(at_.end(), copy.begin(), copy.end());
  alive_.push_back(1), moved_.push_back(1), right_.push_back(0);
  neighbours_.emplace_back();
  return size() - 1;
}

void EditGraph::move(uint32_t node, std::span<const double> to) {
  std::ranges::copy(kept(to), at_.begin() + ptrdiff_t(node * dimension_));
  moved_[node] = 1;
}

void EditGraph::remove(uint32_t node) {
  for (const uint32_t other : neighbours_[node]) std::erase(neighbours_[other], node);
  neighbours_[node].clear();
  alive_[node] = 0;
}

void EditGraph::join(uint32_t a, uint32_t b) {
  if (a == b || joined(a, b)) return;
  const auto put = [](std::vector<uint32_t>& into, uint32_t node) { into.insert(std::ranges::lower_bound(into, node), node); };
  put(neighbours_[a], b), put(neighbours_[b], a);
}

void EditGraph::cut(uint32_t a, uint32_t b) { std::erase(neighbours_[a], b), std::erase(neighbours_[b], a); }

void EditGraph::cutAway(uint32_t a, uint32_t b) {
  cut(a, b);
  for (const uint32_t node : {a, b})
    if (neighbours_[node].empty()) remove(node);
}

std::optional<uint32_t> EditGraph::exactly(std::span<const double> place, uint32_t number) const {
  if (alive(number) && std::ranges::equal(at(number), place)) return number;
  for (uint32_t node = 0; node < size(); ++node)
    if (alive_[node] != 0 && std::ranges::equal(at(node), place)) return node;
  return {};
}

std::optional<uint32_t> EditGraph::nearest(std::span<const double> place, double within) const {
  std::optional<uint32_t> best;
  double least = within;
  for (uint32_t node = 0; node < size(); ++node) {
    if (alive_[node] == 0) continue;
    const double away = distance(at(node), place);
    if (away < least || (!best && away <= least)) least = away, best = node;
  }
  return best;
}

/// Within 45 degrees, one way or the other.
static bool runsAlong(std::span<const double> a, std::span<const double> b, std::span<const double> along) {
  double together = 0, own = 0, other = 0;
  for (size_t k = 0; k < along.size(); ++k) {
    const double step = b[k] - a[k];
    together += step * along[k], own += step * step, other += along[k] * along[k];
  }
  return 2 * together * together >= own * other;
}

std::optional<Edge> EditGraph::nearestEdge(std::span<const double> place, double within, std::span<const double> along) const {
  std::optional<Edge> best;
  double least = within * within;
  for (uint32_t a = 0; a < size(); ++a)
    for (const uint32_t b : neighbours_[a]) {
      if (b < a || (!along.empty() && !runsAlong(at(a), at(b), along))) continue;
      const double away = shared::squaredDistanceToSegment(place.data(), at(a).data(), at(b).data(), int(dimension_));
      if (away < least || (!best && away <= least)) least = away, best = Edge{a, b};
    }
  return best;
}

Curve EditGraph::curve(std::vector<uint32_t>& numbers, std::stop_token stop) const {
  numbers.clear();
  std::vector<uint32_t> now(size(), kNone);
  for (uint32_t node = 0; node < size(); ++node)
    if (alive_[node] != 0) now[node] = uint32_t(numbers.size()), numbers.push_back(node);
  PointArray nodes(found_.nodes.scalar(), int(dimension_), uint32_t(numbers.size()));
  for (uint32_t i = 0; i < numbers.size(); ++i)
    for (size_t k = 0; k < dimension_; ++k) {
      const uint32_t node = numbers[i];
      nodes.setCoordinate(i, int(k), moved_[node] != 0 ? at_[node * dimension_ + k] - origin_[k] : found_.nodes.coordinate(node, int(k)));
    }
  std::vector<Edge> edges;
  for (const uint32_t node : numbers)
    for (const uint32_t other : neighbours_[node])
      if (node < other) edges.push_back({now[node], now[other]});
  return makeCurve(std::move(nodes), std::move(edges), std::move(stop));
}

}  // namespace arete
