#include "compute/network/bootstrap/network_support.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

#include "compute/core/error.h"

namespace arete {

double edgeLength(const Curve& curve, const Edge& edge) {
  double squared = 0;
  for (int k = 0; k < curve.nodes.dimension(); ++k) {
    const double step = curve.nodes.coordinate(edge.a, k) - curve.nodes.coordinate(edge.b, k);
    squared += step * step;
  }
  return std::sqrt(squared);
}

double NetworkSupport::confidenceOf(uint32_t node) const {
  const auto found = std::ranges::lower_bound(junctions, node);
  return found == junctions.end() || *found != node ? -1 : confidence[size_t(found - junctions.begin())];
}

double NetworkSupport::meanSupport(const Curve& curve) const {
  double sum = 0, length = 0;
  for (size_t e = 0; e < edgeSupport.size(); ++e) {
    const double own = edgeLength(curve, curve.edges[e]);
    sum += own * edgeSupport[e], length += own;
  }
  return length > 0 ? sum / length : 1;
}

double NetworkSupport::meanConfidence() const {
  return confidence.empty() ? 1 : std::accumulate(confidence.begin(), confidence.end(), 0.0) / double(confidence.size());
}

double NetworkSupport::lengthBelow(const Curve& curve, double share) const {
  double length = 0;
  for (size_t e = 0; e < edgeSupport.size(); ++e)
    if (edgeSupport[e] < share) length += edgeLength(curve, curve.edges[e]);
  return length;
}

std::array<double, 3> NetworkSupport::spreadQuartiles(const Curve& curve) const {
  std::vector<std::pair<double, double>> bySpread;  // with the length
  double length = 0, sum = 0;
  for (size_t e = 0; e < edgeSpread.size(); ++e) {
    bySpread.emplace_back(edgeSpread[e], edgeLength(curve, curve.edges[e]));
    length += bySpread.back().second;
  }
  std::ranges::sort(bySpread);
  std::array<double, 3> quartiles{};
  size_t at = 0;
  for (const auto& [spread, own] : bySpread)
    for (sum += own; at < quartiles.size() && sum >= length * double(at + 1) / 4; ++at) quartiles[at] = spread;
  return quartiles;
}

namespace {

/// Sets of connected nodes.
class Parts {
 public:
  explicit Parts(size_t nodes) : parent_(nodes) { std::iota(parent_.begin(), parent_.end(), 0u); }
  /// False where they are connected already.
  bool join(const Edge& edge) {
    const uint32_t a = top(edge.a), b = top(edge.b);
    parent_[std::max(a, b)] = std::min(a, b);
    return a != b;
  }

 private:
  uint32_t top(uint32_t node) {
    for (; parent_[node] != node; node = parent_[node]) parent_[node] = parent_[parent_[node]];
    return node;
  }
  std::vector<uint32_t> parent_;
};

}  // namespace

static void checkStopped(const std::stop_token& stop) {
  if (stop.stop_requested()) throw Cancelled{};
}

/// Removes doubted edges that lead nowhere, starting at their loose ends.
static void trimEnds(const Curve& curve, std::span<const uint8_t> doubted, std::vector<uint8_t>& kept) {
  std::vector<std::vector<uint32_t>> at(curve.nodes.size());  // edges of each node
  std::vector<uint32_t> degree(curve.nodes.size());
  for (uint32_t e = 0; e < curve.edges.size(); ++e) {
    if (kept[e] == 0) continue;
    for (const uint32_t node : {curve.edges[e].a, curve.edges[e].b}) at[node].push_back(e), ++degree[node];
  }
  std::vector<uint32_t> loose;
  for (uint32_t node = 0; node < degree.size(); ++node)
    if (degree[node] == 1) loose.push_back(node);
  while (!loose.empty()) {
    const uint32_t node = loose.back();
    loose.pop_back();
    const auto last = std::ranges::find_if(at[node], [&](uint32_t e) { return kept[e] != 0; });
    if (last == at[node].end() || doubted[*last] == 0) continue;
    kept[*last] = 0;
    const Edge& edge = curve.edges[*last];
    const uint32_t other = edge.a == node ? edge.b : edge.a;
    if (--degree[other] == 1) loose.push_back(other);
  }
}

std::vector<uint8_t> consensusOf(const Curve& curve, std::span<const double> edgeSupport, double share, std::stop_token stop) {
  std::vector<uint8_t> kept(curve.edges.size()), doubted(curve.edges.size());
  std::vector<uint32_t> weakLast;
  Parts parts(curve.nodes.size());
  for (uint32_t e = 0; e < curve.edges.size(); ++e) {
    doubted[e] = edgeSupport[e] < share;
    if (doubted[e] != 0) weakLast.push_back(e);
    else kept[e] = 1, parts.join(curve.edges[e]);
  }
  checkStopped(stop);
  std::ranges::stable_sort(weakLast, std::ranges::greater{}, [&](uint32_t e) { return edgeSupport[e]; });
  checkStopped(stop);
  for (const uint32_t e : weakLast) kept[e] = parts.join(curve.edges[e]);
  trimEnds(curve, doubted, kept);
  return kept;
}

SupportedCurve keptCurve(const Curve& curve, const NetworkSupport& support, std::span<const uint8_t> kept) {
  std::vector<bool> joined(curve.nodes.size());
  for (size_t e = 0; e < curve.edges.size(); ++e)
    if (kept[e] != 0) joined[curve.edges[e].a] = joined[curve.edges[e].b] = true;
  std::vector<uint32_t> place(curve.nodes.size());
  SupportedCurve result;
  std::vector<uint32_t>& nodes = result.nodes;
  NetworkSupport& left = result.support;
  left.resamples = support.resamples;
  left.consensusShare = support.consensusShare;
  for (uint32_t node = 0; node < curve.nodes.size(); ++node) {
    if (!joined[node]) continue;
    place[node] = uint32_t(nodes.size());
    nodes.push_back(node);
    left.nodeSpread.push_back(support.nodeSpread[node]);
  }
  std::vector<Edge> edges;  // in the order of the curve's, which renumbering keeps
  for (size_t e = 0; e < curve.edges.size(); ++e) {
    if (kept[e] == 0) continue;
    edges.push_back({place[curve.edges[e].a], place[curve.edges[e].b]});
    left.edgeSpread.push_back(support.edgeSpread[e]), left.edgeSupport.push_back(support.edgeSupport[e]);
  }
  result.curve = makeCurve(curve.nodes.subset(nodes), std::move(edges));
  std::vector<uint32_t> degree(nodes.size());
  for (const Edge& edge : result.curve.edges) ++degree[edge.a], ++degree[edge.b];
  for (size_t i = 0; i < support.junctions.size(); ++i) {
    const uint32_t node = support.junctions[i];
    if (!joined[node] || degree[place[node]] < 3) continue;
    left.junctions.push_back(place[node]), left.confidence.push_back(support.confidence[i]);
  }
  if (!support.consensus.empty()) left.consensus.assign(result.curve.edges.size(), 1);
  return result;
}

SupportedCurve consensusCurve(const Curve& curve, const NetworkSupport& support) { return keptCurve(curve, support, support.consensus); }

}  // namespace arete
