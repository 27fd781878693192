// Junctions and ends, found and true.
#include <algorithm>

#include "compute/core/union_find.h"
#include "compute/measures/quality/closest_pairs.h"
#include "compute/measures/quality/path_measures.h"
#include "compute/measures/quality/points.h"

namespace arete::cpu {

namespace {

constexpr uint32_t kNone = PathNetwork::kNone;

/// Vertices of degree > 2 within the radius of each other, directly or through others, as one: a crossing drawn twice is still one.
struct Clusters {
  std::vector<uint32_t> of;     ///< per vertex its cluster or kNone
  std::vector<double> middles;  ///< the means of their vertices
};

Clusters clusterJunctions(const VertexGraph& graph, const std::vector<uint32_t>& degree, double radius) {
  const size_t d = graph.dimension;
  std::vector<uint32_t> junctions;
  std::vector<double> points;
  for (uint32_t v = 0; v < degree.size(); ++v) {
    if (degree[v] < 3) continue;
    junctions.push_back(v);
    points.insert(points.end(), graph.point(v), graph.point(v) + d);
  }
  UnionFind joined(junctions.size());
  const SegmentTree tree = treeOfPoints(points, d);
  for (uint32_t i = 0; i < junctions.size(); ++i)
    tree.forEachWithin(std::span(points).subspan(i * d, d), radius, [&](uint32_t other) { joined.join(i, other); });

  Clusters clusters{std::vector<uint32_t>(graph.size(), kNone), {}};
  std::vector<uint32_t> members;
  for (uint32_t i = 0; i < junctions.size(); ++i) {
    const uint32_t first = joined.find(i);
    if (first == i) {
      clusters.of[junctions[i]] = uint32_t(members.size());
      members.push_back(0);
      clusters.middles.resize(clusters.middles.size() + d);
    }
    const uint32_t cluster = clusters.of[junctions[i]] = clusters.of[junctions[first]];
    ++members[cluster];
    for (size_t k = 0; k < d; ++k) clusters.middles[cluster * d + k] += points[i * d + k];
  }
  for (size_t i = 0; i < clusters.middles.size(); ++i) clusters.middles[i] /= members[i / d];
  return clusters;
}

/// Number of arms of each cluster that are at least `length` long or lead to another cluster.
std::vector<uint32_t> firmArms(const VertexGraph& graph, const Clusters& clusters, double length, const StageContext& context) {
  std::vector<uint32_t> arms(clusters.middles.size() / graph.dimension);
  for (const VertexChain& chain : chainsOf(graph, context)) {
    const uint32_t a = clusters.of[chain.vertices.front()], b = clusters.of[chain.vertices.back()];
    const bool firm = chain.length >= length || (a != b && a != kNone && b != kNone);
    if (!firm) continue;
    if (a != kNone) ++arms[a];
    if (b != kNone) ++arms[b];
  }
  return arms;
}

}  // namespace

SpecialPoints specialPoints(const VertexGraph& graph, double tolerance, const StageContext& context) {
  const size_t d = graph.dimension;
  const std::vector<uint32_t> degree = degreesOf(graph);
  SpecialPoints points;
  for (uint32_t v = 0; v < degree.size(); ++v)
    if (degree[v] == 1) points.ends.insert(points.ends.end(), graph.point(v), graph.point(v) + d);
  Clusters clusters = clusterJunctions(graph, degree, tolerance);
  const std::vector<uint32_t> arms = firmArms(graph, clusters, PathMeasure::kFirmArm * tolerance, context);
  for (size_t i = 0; i < arms.size(); ++i)
    if (arms[i] >= 3) points.firmJunctions.insert(points.firmJunctions.end(), &clusters.middles[i * d], &clusters.middles[i * d] + d);
  points.junctions = std::move(clusters.middles);
  return points;
}

static uint32_t matches(const std::vector<double>& a, const std::vector<double>& b, size_t d, double radius) {
  const SegmentTree tree = treeOfPoints(b, d);
  std::vector<NearPair> pairs;
  for (uint32_t i = 0; i < a.size() / d; ++i)
    tree.forEachWithin(std::span(a).subspan(i * d, d), radius, [&](uint32_t other) {
      pairs.push_back({squaredDistance(&a[i * d], &b[other * d], d), i, other});
    });
  return matchClosestFirst(pairs, a.size() / d, b.size() / d);
}

Agreement pointAgreement(const std::vector<double>& found, const std::vector<double>& accepted, const std::vector<double>& asked, size_t d,
                         double radius) {
  const auto share = [&](const std::vector<double>& of, const std::vector<double>& among, bool noneIsRight) {
    return of.empty() ? (noneIsRight ? 1.0 : 0.0) : double(matches(of, among, d, radius)) / double(of.size() / d);
  };
  return agreement(share(found, accepted, accepted.empty()), share(asked, found, true));
}

}  // namespace arete::cpu
