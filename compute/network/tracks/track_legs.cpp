// Dijkstra's search from the first fix's node for each leg, as far as its way may be. Memory: 24 bytes a node for each thread.
#include "compute/network/tracks/track_legs.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>
#include <queue>
#include <tuple>
#include <utility>
#include <vector>

#include "compute/core/coordinate_hash.h"
#include "compute/core/segment_tree.h"

namespace arete {

namespace {

constexpr double kShortestLeg = 0.5, kFixReach = 1.5, kDetour = 1.5, kAllowed = 4;  // the second last of a leg, the others of R1
constexpr size_t kLegs = 600, kLegGrain = 8;
constexpr double kFarAway = std::numeric_limits<double>::infinity();

struct SampledLeg {
  TrackPlace from, to;
  double length;
};

std::vector<SampledLeg> legSample(const Tracks& tracks, double r1) {
  struct Picked {
    uint32_t first, second;
    TrackPlace from, to;
    auto order() const { return std::tie(first, second, from, to); }
  };
  std::vector<Picked> picked;
  for (size_t run = 0; run < tracks.runs(); ++run) {
    const auto places = tracks.run(run);
    for (size_t i = 1; i < places.size(); ++i) {
      if (!(legLength(places[i - 1], places[i]) > kShortestLeg * r1)) continue;
      const double ends[] = {places[i - 1][0], places[i - 1][1], places[i][0], places[i][1]};
      const shared::CoordinateHash hash = shared::coordinateHash(ends, 1, 4);
      picked.push_back({hash.first, hash.second, places[i - 1], places[i]});
    }
  }
  const size_t count = std::min(kLegs, picked.size());
  std::ranges::partial_sort(picked, picked.begin() + ptrdiff_t(count), {}, &Picked::order);
  std::vector<SampledLeg> legs;
  for (size_t i = 0; i < count; ++i) legs.push_back({picked[i].from, picked[i].to, legLength(picked[i].from, picked[i].to)});
  return legs;
}

/// The nodes of a network that have an edge, and the ways between them.
class NetworkWays {
 public:
  NetworkWays(const Curve& network, ThreadPool& threads)
      : places_(placesOf(network)), firsts_(places_.size() + 1), tree_(endsOf(network, places_), 2, threads) {
    for (const Edge& edge : network.edges) ends_.insert(ends_.end(), {edge.a, edge.b});
    for (const uint32_t node : ends_) ++firsts_[node + 1];
    std::partial_sum(firsts_.begin(), firsts_.end(), firsts_.begin());
    next_.resize(ends_.size());
    std::vector<size_t> at(firsts_.begin(), firsts_.end());
    for (size_t i = 0; i < ends_.size(); ++i) {
      const uint32_t from = ends_[i], to = ends_[i ^ 1];  // the ends of an edge are side by side
      next_[at[from]++] = {legLength(places_[from], places_[to]), to};
    }
  }

  size_t nodes() const { return places_.size(); }

  /// The nearest node; none where it is farther than this.
  std::optional<uint32_t> nodeAt(const TrackPlace& place, double reach) const {
    const SegmentTree::Nearest found = tree_.nearest(place);
    if (found.segment == SegmentTree::kNone || found.squaredDistance > reach * reach) return {};
    return ends_[tree_.number(found.segment)];
  }

  /// `lengths`: kFarAway for each node, before and after.
  bool join(uint32_t from, uint32_t to, double most, std::vector<double>& lengths) const {
    using Open = std::pair<double, uint32_t>;
    std::priority_queue<Open, std::vector<Open>, std::greater<>> open;
    std::vector<uint32_t> seen = {from};
    lengths[from] = 0;
    open.emplace(0.0, from);
    while (!open.empty() && open.top().second != to) {
      const auto [length, node] = open.top();
      open.pop();
      if (length > lengths[node]) continue;
      for (size_t i = firsts_[node]; i < firsts_[node + 1]; ++i) {
        const double way = length + next_[i].first;
        const uint32_t other = next_[i].second;
        if (way > most || way >= lengths[other]) continue;
        if (lengths[other] == kFarAway) seen.push_back(other);
        lengths[other] = way;
        open.emplace(way, other);
      }
    }
    for (const uint32_t node : seen) lengths[node] = kFarAway;
    return !open.empty();
  }

 private:
  static std::vector<TrackPlace> placesOf(const Curve& network) {
    std::vector<TrackPlace> places(network.nodes.size());
    for (size_t i = 0; i < places.size(); ++i) places[i] = {network.nodes.coordinate(i, 0), network.nodes.coordinate(i, 1)};
    return places;
  }
  /// The ends of all edges, one after the other, each as a piece without length.
  static std::vector<double> endsOf(const Curve& network, std::span<const TrackPlace> places) {
    std::vector<double> pieces;
    for (const Edge& edge : network.edges)
      for (const uint32_t node : {edge.a, edge.b})
        for (int end = 0; end < 2; ++end) pieces.insert(pieces.end(), places[node].begin(), places[node].end());
    return pieces;
  }

  std::vector<TrackPlace> places_;
  std::vector<size_t> firsts_;                     // of each node in next_, and one more
  SegmentTree tree_;                               // of ends_
  std::vector<uint32_t> ends_;                     // of each edge both
  std::vector<std::pair<double, uint32_t>> next_;  // length and other end
};

}  // namespace

double joinedLegs(const Tracks& tracks, const Curve& network, double r1, const StageContext& context) {
  const std::vector<SampledLeg> legs = legSample(tracks, r1);
  if (legs.empty() || network.edges.empty()) return 0;
  ThreadPool& threads = context.device.threads();
  const NetworkWays ways(network, threads);
  std::atomic<uint32_t> joined = 0;
  threads.forEachRange(legs.size(), kLegGrain, [&](size_t begin, size_t end, int) {
    std::vector<double> lengths(ways.nodes(), kFarAway);
    for (size_t i = begin; i < end; ++i) {
      context.checkStop();
      const auto from = ways.nodeAt(legs[i].from, kFixReach * r1), to = ways.nodeAt(legs[i].to, kFixReach * r1);
      joined += from && to && ways.join(*from, *to, kDetour * legs[i].length + kAllowed * r1, lengths);
    }
  });
  return double(joined) / double(legs.size());
}

}  // namespace arete
