#include "compute/engine/carried_support.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace arete {

namespace {

/// Nodes and edges of a frame, found by where they are.
class Places {
 public:
  explicit Places(const Frame& frame) : frame_(frame), byPlace_(frame.curve.nodes.size()) {
    std::iota(byPlace_.begin(), byPlace_.end(), 0U);
    std::ranges::sort(byPlace_, [&](uint32_t a, uint32_t b) { return compare(a, frame.curve.nodes, b) < 0; });
    for (uint32_t e = 0; e < frame.curve.edges.size(); ++e) edges_.push_back({sorted(frame.curve.edges[e].a, frame.curve.edges[e].b), e});
    std::ranges::sort(edges_);
  }

  const NetworkSupport& support() const { return *frame_.support; }

  /// UINT32_MAX where there is none.
  uint32_t node(const PointArray& nodes, uint32_t i) const {
    const auto at = std::ranges::partition_point(byPlace_, [&](uint32_t each) { return compare(each, nodes, i) < 0; });
    return at != byPlace_.end() && compare(*at, nodes, i) == 0 ? *at : UINT32_MAX;
  }
  uint32_t edge(uint32_t a, uint32_t b) const {
    const std::pair ends = sorted(a, b);
    const auto at = std::ranges::lower_bound(edges_, ends, {}, [](const auto& each) { return each.first; });
    return at != edges_.end() && at->first == ends ? at->second : UINT32_MAX;
  }

 private:
  static std::pair<uint32_t, uint32_t> sorted(uint32_t a, uint32_t b) { return {std::min(a, b), std::max(a, b)}; }

  int compare(uint32_t own, const PointArray& nodes, uint32_t other) const {
    for (int k = 0; k < nodes.dimension(); ++k) {
      const double a = frame_.curve.nodes.coordinate(own, k), b = nodes.coordinate(other, k);
      if (a != b) return a < b ? -1 : 1;
    }
    return 0;
  }

  const Frame& frame_;
  std::vector<uint32_t> byPlace_;
  std::vector<std::pair<std::pair<uint32_t, uint32_t>, uint32_t>> edges_;
};

/// That of a curve about which nothing is known yet.
NetworkSupport undoubted(const Curve& curve, const NetworkSupport& like) {
  NetworkSupport support;
  support.resamples = like.resamples;
  support.nodeSpread.resize(curve.nodes.size());
  support.edgeSpread.resize(curve.edges.size());
  support.edgeSupport.assign(curve.edges.size(), 1);
  support.consensusShare = like.consensusShare;
  if (!like.consensus.empty()) support.consensus.assign(curve.edges.size(), 1);
  std::vector<uint32_t> degree(curve.nodes.size());
  for (const Edge& edge : curve.edges) ++degree[edge.a], ++degree[edge.b];
  for (uint32_t node = 0; node < degree.size(); ++node)
    if (degree[node] > 2) support.junctions.push_back(node);
  support.confidence.assign(support.junctions.size(), 1);
  return support;
}

}  // namespace

/// Takes over what `places` says; what it does not know stays.
static void take(const Frame& frame, const Places& places, NetworkSupport& support) {
  const NetworkSupport& from = places.support();
  std::vector<uint32_t> was(frame.curve.nodes.size());
  for (uint32_t node = 0; node < was.size(); ++node) {
    was[node] = places.node(frame.curve.nodes, node);
    if (was[node] != UINT32_MAX) support.nodeSpread[node] = from.nodeSpread[was[node]];
  }
  for (size_t e = 0; e < frame.curve.edges.size(); ++e) {
    const uint32_t edge = places.edge(was[frame.curve.edges[e].a], was[frame.curve.edges[e].b]);
    if (edge == UINT32_MAX) continue;
    support.edgeSpread[e] = from.edgeSpread[edge], support.edgeSupport[e] = from.edgeSupport[edge];
    if (!support.consensus.empty() && !from.consensus.empty()) support.consensus[e] = from.consensus[edge];
  }
  for (size_t i = 0; i < support.junctions.size(); ++i)
    if (const uint32_t node = was[support.junctions[i]]; node != UINT32_MAX)
      if (const double confidence = from.confidenceOf(node); confidence >= 0) support.confidence[i] = confidence;
}

std::shared_ptr<const NetworkSupport> carriedSupport(const Frame& edited, std::span<const std::shared_ptr<const Frame>> before) {
  std::shared_ptr<NetworkSupport> support;
  for (size_t i = before.size(); i-- > 0;) {  // the first has the last word
    if (before[i] == nullptr || before[i]->support == nullptr) continue;
    if (!support) support = std::make_shared<NetworkSupport>(undoubted(edited.curve, *before[i]->support));
    support->resamples = before[i]->support->resamples;
    take(edited, Places(*before[i]), *support);
  }
  return support;
}

}  // namespace arete
