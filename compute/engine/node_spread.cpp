#include "compute/engine/node_spread.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "compute/engine/network_state.h"

namespace arete {

namespace {

constexpr uint32_t kPiece = 1 << 20;  // cloud points whose neighbours are in memory at once
constexpr size_t kGrain = 4096;

/// The edges at every node, as the nodes at their other ends.
class EdgesAtNodes {
 public:
  explicit EdgesAtNodes(const Curve& curve) : nodes_(curve.nodes), first_(size_t(curve.nodes.size()) + 1), other_(2 * curve.edges.size()) {
    for (const Edge& edge : curve.edges) ++first_[edge.a + 1], ++first_[edge.b + 1];
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
    std::vector<uint32_t> next(first_.begin(), first_.end() - 1);
    for (const Edge& edge : curve.edges) other_[next[edge.a]++] = edge.b, other_[next[edge.b]++] = edge.a;
  }

  bool any(uint32_t node) const { return first_[node] != first_[node + 1]; }

  /// From a point to the nearest of them.
  double squaredDistance(const PointArray& points, uint32_t point, uint32_t node) const {
    double least = squaredTo(points, point, node, node);
    for (uint32_t i = first_[node]; i < first_[node + 1]; ++i) least = std::min(least, squaredTo(points, point, node, other_[i]));
    return least;
  }

 private:
  /// To the segment from a to b.
  double squaredTo(const PointArray& points, uint32_t point, uint32_t a, uint32_t b) const {
    double along = 0, length = 0;
    for (int k = 0; k < nodes_.dimension(); ++k) {
      const double direction = nodes_.coordinate(b, k) - nodes_.coordinate(a, k);
      along += direction * (points.coordinate(point, k) - nodes_.coordinate(a, k));
      length += direction * direction;
    }
    const double share = length > 0 ? std::clamp(along / length, 0.0, 1.0) : 0;
    double squared = 0;
    for (int k = 0; k < nodes_.dimension(); ++k) {
      const double from = nodes_.coordinate(a, k), foot = from + share * (nodes_.coordinate(b, k) - from);
      const double difference = points.coordinate(point, k) - foot;
      squared += difference * difference;
    }
    return squared;
  }

  const PointArray& nodes_;
  std::vector<uint32_t> first_, other_;
};

/// How far from each node the points that belong to it may be, squared.
std::vector<double> squaredReach(const Frame& frame) {
  const PointColumn* const local = frame.column(NodeColumn::radius);
  const auto* radii = local ? std::get_if<std::vector<double>>(&*local->values) : nullptr;
  std::vector<double> reach(frame.curve.nodes.size());
  for (size_t i = 0; i < reach.size(); ++i) {
    const double radius = radii && radii->size() == reach.size() ? (*radii)[i] : frame.job.r1();
    reach[i] = radius * radius;
  }
  return reach;
}

/// A distance for each point of a piece, or −1: it belongs to no node.
void squaredDistances(const EdgesAtNodes& edges, const PointArray& piece, std::span<const uint32_t> nodes, std::span<const double> reach,
                      const StageContext& context, std::vector<double>& distances) {
  context.device.threads().forEachRange(piece.size(), kGrain, [&](size_t begin, size_t end, int) {
    context.checkStop();
    for (size_t i = begin; i < end; ++i) {
      const double squared = edges.squaredDistance(piece, uint32_t(i), nodes[i]);
      distances[i] = squared <= reach[nodes[i]] ? squared : -1;
    }
  });
}

}  // namespace

std::vector<double> nodeSpread(const Frame& frame, const StageContext& context) {
  const PointArray& cloud = frame.cloud.points();
  const EdgesAtNodes edges(frame.curve);
  std::vector<uint32_t> joined;
  for (uint32_t node = 0; node < frame.curve.nodes.size(); ++node)
    if (edges.any(node)) joined.push_back(node);
  std::vector<double> sums(frame.curve.nodes.size());
  if (joined.empty()) return sums;
  std::vector<uint64_t> counts(sums.size());
  const std::vector<double> reach = squaredReach(frame);
  const PointArray nodes = frame.curve.nodes.subset(joined).withScalar(cloud.scalar());
  const Job job = frame.job.onCpu();
  const auto searcher = makeSearcher(job.function<Stage::knn>(), {nodes, job.params}, context);
  std::vector<double> distances(std::min(kPiece, cloud.size()));
  for (uint64_t begin = 0; begin < cloud.size(); begin += kPiece) {
    std::vector<uint32_t> indices(std::min<uint64_t>(kPiece, cloud.size() - begin)), nearest(indices.size());
    std::iota(indices.begin(), indices.end(), uint32_t(begin));
    const PointArray piece = cloud.subset(indices);
    const Neighbours found = searcher->query({piece, 1}, context);
    for (size_t i = 0; i < nearest.size(); ++i) nearest[i] = joined[found.indices[i]];
    squaredDistances(edges, piece, nearest, reach, context, distances);
    for (size_t i = 0; i < nearest.size(); ++i)  // one after the other: the same sums on any number of threads
      if (distances[i] >= 0) sums[nearest[i]] += distances[i], ++counts[nearest[i]];
  }
  for (size_t node = 0; node < sums.size(); ++node) sums[node] = counts[node] == 0 ? 0 : std::sqrt(sums[node] / double(counts[node]));
  return sums;
}

}  // namespace arete
