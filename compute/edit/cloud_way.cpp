// A join through the cloud: the points between the two ends, gathered in cells of half R1, are places; from one to another within 2 R1 it costs the
// square of the distance, less where both hold many points. Squares make many short steps cheaper than a jump over a gap, so the way keeps to where
// the points are (the power-weighted shortest path; Hwang, Damelin, Hero: Shortest path through random points, 2016).
#include <algorithm>
#include <cmath>
#include <queue>
#include <tuple>
#include <unordered_map>

#include "compute/edit/operations.h"

namespace arete {

namespace {

constexpr double kCell = 0.5, kStep = 2, kApart = 0.5;  // R1: width of the cells, longest step, least distance of nodes
constexpr double kDetour = 2, kRoom = 4;                // so many times the distance of the ends, and so many R1 more, is a way round at most

/// What is in a cell, in the order in which the points of the cloud come.
struct Cells {
  size_t dimension;
  std::vector<double> sums, counts;
  std::vector<double> means;

  size_t size() const { return counts.size(); }
  std::span<const double> mean(size_t i) const { return std::span(means).subspan(i * dimension, dimension); }
  void add(std::span<const double> place, double count) {
    counts.push_back(count);
    for (const double x : place) sums.push_back(x * count);
  }
  void findMeans() {
    means.resize(sums.size());
    for (size_t i = 0; i < sums.size(); ++i) means[i] = sums[i] / counts[i / dimension];
  }
};

struct KeyHash {
  size_t operator()(const std::vector<int64_t>& key) const {
    uint64_t hash = 1469598103934665603u;
    for (const int64_t each : key) hash = (hash ^ uint64_t(each)) * 1099511628211u;
    return size_t(hash);
  }
};

/// Calls `visit` with the file coordinates of every point of a cloud that is in a box about a middle.
template <class Visit>
void forPointsNear(const PointCloud& cloud, std::span<const double> middle, double half, const EditWork& work, Visit&& visit) {
  constexpr uint32_t kLook = 65'536;
  withScalarType(cloud.scalar(), [&]<class T>() {
    const PointsView<T> view = cloud.view<T>();
    std::vector<double> place(middle.size());
    for (uint32_t i = 0; i < view.count; ++i) {
      if (i % kLook == 0) work.checkStop();
      bool inside = true;
      for (size_t k = 0; inside && k < place.size(); ++k) {
        place[k] = double(view.at(i, int(k))) + cloud.origin()[k];
        inside = std::abs(place[k] - middle[k]) <= half;
      }
      if (inside) visit(place);
    }
  });
}

Cells cellsBetween(std::span<const double> from, std::span<const double> to, const EditWork& work) {
  const EditGraph& graph = work.graph;
  const auto d = size_t(graph.dimension());
  const double radius = work.tolerances.radius, farthest = kDetour * graph.distance(from, to) + kRoom * radius;
  Cells cells{d, {}, {}, {}};
  if (work.cloud.empty()) return cells;
  std::unordered_map<std::vector<int64_t>, size_t, KeyHash> places;
  std::vector<double> middle(d);
  std::vector<int64_t> key(d);
  for (size_t k = 0; k < d; ++k) middle[k] = (from[k] + to[k]) / 2;
  forPointsNear(work.cloud, middle, farthest / 2, work, [&](const std::vector<double>& place) {
    if (graph.distance(place, from) + graph.distance(place, to) > farthest) return;
    for (size_t k = 0; k < d; ++k) key[k] = int64_t(std::floor((place[k] - from[k]) / (kCell * radius)));
    const auto [found, isNew] = places.try_emplace(key, cells.size());
    if (isNew) return cells.add(place, 1);
    cells.counts[found->second] += 1;
    for (size_t k = 0; k < d; ++k) cells.sums[found->second * d + k] += place[k];
  });
  return cells;
}

/// The cheapest way from one cell to another; empty where there is none.
class Search {
 public:
  Search(const Cells& cells, const EditWork& work) : cells_(cells), work_(work), cost_(cells.size(), INFINITY), before_(cells.size(), SIZE_MAX) {
    for (const double count : cells.counts) meanCount_ += count / double(cells.size());
    findAxis();
    order_.resize(cells.size());
    for (size_t i = 0; i < order_.size(); ++i) order_[i] = i;
    std::ranges::sort(order_, [&](size_t a, size_t b) { return std::pair(along(a), a) < std::pair(along(b), b); });
  }

  std::vector<size_t> way(size_t from, size_t to) {
    using Entry = std::pair<double, size_t>;  // ties go to the lower cell
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
    cost_[from] = 0;
    open.emplace(0, from);
    while (!open.empty()) {
      const auto [cost, cell] = open.top();
      open.pop();
      if (cost > cost_[cell]) continue;
      if (cell == to) break;
      work_.checkStop();
      forNeighbours(cell, [&, cost = cost, cell = cell](size_t other, double length) {  // named anew: clang 14 captures no parts of a pair
        const double next = cost + length * length * (1 + 2 * meanCount_ / (cells_.counts[cell] + cells_.counts[other]));
        if (next < cost_[other]) cost_[other] = next, before_[other] = cell, open.emplace(next, other);
      });
    }
    std::vector<size_t> path;
    for (size_t at = to; at != SIZE_MAX; at = before_[at]) path.push_back(at);
    std::ranges::reverse(path);
    return path.front() == from ? path : std::vector<size_t>{};
  }

 private:
  double along(size_t cell) const { return cells_.mean(cell)[axis_]; }

  void findAxis() {
    double widest = -1;
    for (size_t k = 0; k < cells_.dimension; ++k) {
      double least = INFINITY, most = -INFINITY;
      for (size_t i = 0; i < cells_.size(); ++i) least = std::min(least, cells_.mean(i)[k]), most = std::max(most, cells_.mean(i)[k]);
      if (most - least > widest) widest = most - least, axis_ = k;
    }
  }

  template <class Visit>
  void forNeighbours(size_t cell, Visit&& visit) const {
    const double reach = kStep * work_.tolerances.radius, middle = along(cell);
    auto at = std::ranges::lower_bound(order_, middle - reach, {}, [&](size_t each) { return along(each); });
    for (; at != order_.end() && along(*at) <= middle + reach; ++at) {
      const double length = work_.graph.distance(cells_.mean(cell), cells_.mean(*at));
      if (*at != cell && length <= reach) visit(*at, length);
    }
  }

  const Cells& cells_;
  const EditWork& work_;
  size_t axis_ = 0;
  double meanCount_ = 0;
  std::vector<size_t> order_;  // along the axis of the widest extent
  std::vector<double> cost_;
  std::vector<size_t> before_;
};

using Places = std::vector<std::vector<double>>;

/// Means of cells lie to one side and the other of the ridge; ends stay.
void smooth(Places& places) {
  constexpr int kTimes = 3;
  for (int time = 0; time < kTimes; ++time) {
    const Places before = places;
    for (size_t i = 1; i + 1 < places.size(); ++i)
      for (size_t k = 0; k < places[i].size(); ++k) places[i][k] = (before[i - 1][k] + 2 * before[i][k] + before[i + 1][k]) / 4;
  }
}

/// Those between the ends that are far enough from the one before and from the last.
std::vector<double> thinned(const Places& places, const EditWork& work) {
  const double apart = kApart * work.tolerances.radius;
  std::vector<double> result;
  const std::vector<double>* last = &places.front();
  for (size_t i = 1; i + 1 < places.size(); ++i) {
    if (work.graph.distance(places[i], *last) < apart || work.graph.distance(places[i], places.back()) < apart) continue;
    result.insert(result.end(), places[i].begin(), places[i].end());
    last = &places[i];
  }
  return result;
}

}  // namespace

std::optional<std::vector<double>> wayThroughCloud(std::span<const double> from, std::span<const double> to, const EditWork& work) {
  Cells cells = cellsBetween(from, to, work);
  double all = 0;
  for (const double count : cells.counts) all += count;
  const double usual = cells.size() > 0 ? all / double(cells.size()) : 1;
  cells.add(from, usual), cells.add(to, usual);
  cells.findMeans();
  const std::vector<size_t> way = Search(cells, work).way(cells.size() - 2, cells.size() - 1);
  if (way.empty()) return {};
  Places places;
  for (const size_t cell : way) places.emplace_back(cells.mean(cell).begin(), cells.mean(cell).end());
  places.front().assign(from.begin(), from.end()), places.back().assign(to.begin(), to.end());
  smooth(places);
  return thinned(places, work);
}

EditStatus joinNodes(const Edit& edit, const EditWork& work) {
  EditGraph& graph = work.graph;
  const auto a = work.node(edit, 0), b = work.node(edit, 1);
  if (!a || !b) return gone(!a && !b ? "neither node is there any more" : "one of the nodes is not there any more");
  if (*a == *b) return gone("both ends are one node now");
  if (graph.joined(*a, *b)) return gone("the two are joined already");
  if (edit.way == JoinWay::straight) {
    graph.join(*a, *b);
    return applied("joined");
  }
  const std::vector<double> from(graph.at(*a).begin(), graph.at(*a).end()), to(graph.at(*b).begin(), graph.at(*b).end());
  const auto way = wayThroughCloud(from, to, work);
  if (!way) return gone("no points lead from one to the other in steps of 2 R1");
  const auto d = size_t(graph.dimension());
  uint32_t last = *a;
  for (size_t i = 0; i < way->size(); i += d) {
    const bool firstHalf = 2 * i < way->size();
    const uint32_t node = graph.add(std::span(*way).subspan(i, d), firstHalf ? *a : *b);
    graph.join(last, node);
    last = node;
  }
  graph.join(last, *b);
  return applied("joined by " + counted(way->size() / d, "node"));
}

}  // namespace arete
