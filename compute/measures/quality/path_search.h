// Shortest ways in a network from one place (Dijkstra 1959), node by node: O(nodes · log nodes) a search, however finely places lie.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "compute/measures/quality/path_network.h"

namespace arete::cpu {

class PathSearch {
 public:
  explicit PathSearch(const PathNetwork& network);

  /// Starts a search: distances are from `place`, up to `limit`; PathNetwork::kNone: nothing can be reached.
  void start(uint32_t place, double limit, StopTicker& ticker);

  /// Infinite when it cannot be reached; beyond the limit infinite, or the length of a way that need not be the shortest.
  double distanceTo(uint32_t place) const;

  /// Calls `visit(place, distance)` once for each place that is at most `limit` away, `limit` being at most that of the search.
  template <class Visit>
  void forEachWithin(double limit, Visit&& visit);

 private:
  static constexpr double kFar = std::numeric_limits<double>::infinity();

  void offer(uint32_t node, double distance, double limit);
  template <class Visit>
  void visitChain(uint32_t chain, double limit, Visit& visit);

  const PathNetwork* network_;
  uint32_t source_ = PathNetwork::kNone;
  std::vector<double> distance_;                   // per node
  std::vector<uint32_t> touched_, settled_;        // nodes with a distance; those whose distance is final, nearest first
  std::vector<std::pair<double, uint32_t>> heap_;  // the nearest in front
  std::vector<uint32_t> visitedIn_;                // per chain the visit that saw it last
  uint32_t visit_ = 0;
};

template <class Visit>
void PathSearch::forEachWithin(double limit, Visit&& visit) {
  if (source_ == PathNetwork::kNone) return;
  ++visit_;
  const auto visitOnce = [&](uint32_t chain) {
    if (std::exchange(visitedIn_[chain], visit_) != visit_) visitChain(chain, limit, visit);
  };
  if (const uint32_t chain = network_->place(source_).chain; chain != PathNetwork::kNone) visitOnce(chain);
  for (const uint32_t node : settled_) {
    if (distance_[node] > limit) break;
    visit(network_->placeOfNode(node), distance_[node]);
    for (const uint32_t chain : network_->chainsAt(node)) visitOnce(chain);
  }
}

/// The inner places within the limit of the chain's start, its end, or the source on it: long chains are not walked completely.
template <class Visit>
void PathSearch::visitChain(uint32_t chainIndex, double limit, Visit& visit) {
  const PathNetwork::Chain& chain = network_->chains()[chainIndex];
  const double step = chain.step(), last = double(chain.steps) - 1;
  std::array<std::pair<double, double>, 3> ranges;
  ranges.fill({1, 0});
  const auto around = [&](size_t range, double at, double length) {  // one more on each side: distanceTo() decides
    if (length >= 0) ranges[range] = {std::max(1.0, std::floor(at - length / step) - 1), std::min(last, std::ceil(at + length / step) + 1)};
  };
  around(0, 0, limit - distance_[chain.from]);
  around(1, double(chain.steps), limit - distance_[chain.to]);
  if (const PathNetwork::Place source = network_->place(source_); source.chain == chainIndex) around(2, double(source.at), limit);
  std::sort(ranges.begin(), ranges.end());
  double next = 1;
  for (const auto& [low, high] : ranges)
    for (double at = std::max(next, low); at <= high; next = ++at) {
      const uint32_t place = chain.firstPlace + uint32_t(at) - 1;
      if (const double distance = distanceTo(place); distance <= limit) visit(place, distance);
    }
}

}  // namespace arete::cpu
