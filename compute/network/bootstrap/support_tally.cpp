// How near the network of a resample comes to each node, edge and junction: by a tree of its segments, and one of its junctions. Memory: the trees,
// and 12 bytes a node or edge. Cost: a search each. Source: network, section 4.
#include "compute/network/bootstrap/support_tally.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "compute/core/segment_tree.h"

namespace arete {

static constexpr double kSquareOne = 0x1p30;

static std::vector<uint32_t> junctionsOf(const Curve& curve) {
  std::vector<uint32_t> degree(curve.nodes.size()), junctions;
  for (const Edge& edge : curve.edges) ++degree[edge.a], ++degree[edge.b];
  for (uint32_t node = 0; node < degree.size(); ++node)
    if (degree[node] > 2) junctions.push_back(node);
  return junctions;
}

SupportTally::SupportTally(const Curve& network, double r1)
    : network_(&network),
      r1_(r1),
      junctions_(junctionsOf(network)),
      nodeSquares_(network.nodes.size()),
      edgeSquares_(network.edges.size()),
      edgeSupporters_(network.edges.size()),
      junctionSupporters_(junctions_.size()) {}

/// `ends`: two nodes for each segment.
static SegmentTree treeOf(const Curve& curve, std::span<const uint32_t> ends) {
  std::vector<double> coordinates;
  for (const uint32_t node : ends)
    for (int k = 0; k < curve.nodes.dimension(); ++k) coordinates.push_back(curve.nodes.coordinate(node, k));
  return {std::move(coordinates), curve.nodes.dimension()};
}

void SupportTally::add(const Curve& other, const StageContext& context) {
  std::vector<uint32_t> ends, twice;
  for (const Edge& edge : other.edges) ends.insert(ends.end(), {edge.a, edge.b});
  for (const uint32_t node : junctionsOf(other)) twice.insert(twice.end(), {node, node});
  const SegmentTree edges = treeOf(other, ends), junctions = treeOf(other, twice);
  const double farthest = NetworkSupport::kFarthest * r1_, supports = NetworkSupport::kSupports * r1_, same = NetworkSupport::kSameJunction * r1_;
  const PointArray& nodes = network_->nodes;
  StopTicker tick(context);
  /// From the middle of two nodes; no hint from the search before: at the last bit of a tie it could matter which one that was.
  const auto squaredTo = [&](const SegmentTree& tree, uint32_t a, uint32_t b) {
    tick();
    if (tree.empty()) return HUGE_VAL;
    std::array<double, kMaxDimension> place{};
    for (int k = 0; k < nodes.dimension(); ++k) place[size_t(k)] = 0.5 * (nodes.coordinate(a, k) + nodes.coordinate(b, k));
    return tree.nearest(std::span(place).first(size_t(nodes.dimension()))).squaredDistance;
  };
  const auto inUnits = [&](double squared) { return int64_t(std::min(squared / (farthest * farthest), 1.0) * kSquareOne); };
  for (uint32_t node = 0; node < nodes.size(); ++node) nodeSquares_[node] += inUnits(squaredTo(edges, node, node));
  for (size_t e = 0; e < network_->edges.size(); ++e) {
    const double squared = squaredTo(edges, network_->edges[e].a, network_->edges[e].b);
    edgeSquares_[e] += inUnits(squared);
    edgeSupporters_[e] += squared <= supports * supports;
  }
  for (size_t j = 0; j < junctions_.size(); ++j) junctionSupporters_[j] += squaredTo(junctions, junctions_[j], junctions_[j]) <= same * same;
  ++resamples_;
}

void SupportTally::add(const SupportTally& other) {
  const auto sum = [](auto& to, const auto& from) { std::ranges::transform(to, from, to.begin(), std::plus{}); };
  sum(nodeSquares_, other.nodeSquares_), sum(edgeSquares_, other.edgeSquares_);
  sum(edgeSupporters_, other.edgeSupporters_), sum(junctionSupporters_, other.junctionSupporters_);
  resamples_ += other.resamples_;
}

NetworkSupport SupportTally::support() const {
  const double count = resamples_, farthest = NetworkSupport::kFarthest * r1_;
  const auto spreads = [&](const std::vector<int64_t>& squares) {
    std::vector<double> spread(squares.size());
    std::ranges::transform(squares, spread.begin(), [&](int64_t sum) { return farthest * std::sqrt(double(sum) / kSquareOne / count); });
    return spread;
  };
  const auto shares = [&](const std::vector<uint32_t>& supporters) {
    std::vector<double> share(supporters.size());
    std::ranges::transform(supporters, share.begin(), [&](uint32_t number) { return number / count; });
    return share;
  };
  NetworkSupport result;
  result.resamples = resamples_;
  result.nodeSpread = spreads(nodeSquares_), result.edgeSpread = spreads(edgeSquares_);
  result.edgeSupport = shares(edgeSupporters_);
  result.junctions = junctions_, result.confidence = shares(junctionSupporters_);
  return result;
}

}  // namespace arete
