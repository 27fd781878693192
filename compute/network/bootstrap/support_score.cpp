// A search in a tree of the truth's segments for the middle of each edge, in the order of spread. Source: network, section 6.
#include "compute/network/bootstrap/support_score.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "compute/core/segment_tree.h"

namespace arete {

SupportScore supportScore(const Curve& curve, const NetworkSupport& support, const PointCloud::Origin& origin, const Polylines& truth,
                          double tolerance, const StageContext& context) {
  const SegmentTree tree(truth);
  std::vector<double> middle(size_t(curve.nodes.dimension()));
  std::vector<uint32_t> bySpread(curve.edges.size());
  std::iota(bySpread.begin(), bySpread.end(), 0u);
  std::ranges::stable_sort(bySpread, {}, [&](uint32_t e) { return support.edgeSpread[e]; });
  std::array<double, 4> within{}, lengths{};
  StopTicker tick(context);
  double before = 0;
  for (const uint32_t e : bySpread) {
    tick();
    const Edge& edge = curve.edges[e];
    for (size_t k = 0; k < middle.size(); ++k)
      middle[k] = 0.5 * (curve.nodes.coordinate(edge.a, int(k)) + curve.nodes.coordinate(edge.b, int(k))) + origin[k];
    const double length = edgeLength(curve, edge);
    const auto quartile = std::min<size_t>(size_t(4 * (before + length / 2) / curve.length), 3);
    lengths[quartile] += length;
    if (!tree.empty() && tree.nearest(middle).squaredDistance <= tolerance * tolerance) within[quartile] += length;
    before += length;
  }
  SupportScore score{};
  for (size_t q = 0; q < 4; ++q) score.quartiles[q] = lengths[q] > 0 ? within[q] / lengths[q] : std::numeric_limits<double>::quiet_NaN();
  return score;
}

std::vector<QualityRow> qualityRows(const SupportScore& score) {
  static constexpr std::string_view kRange = "0 to 1, best 1",
                                    kHelp =
                                        "Share of this quarter of the length within the tolerance of the truth; quarters go by the spread of edges.";
  static constexpr std::array<std::array<std::string_view, 2>, 4> kNames{{{"within_surest_quarter", "Within tolerance, surest quarter"},
                                                                          {"within_second_quarter", "Within tolerance, second quarter"},
                                                                          {"within_third_quarter", "Within tolerance, third quarter"},
                                                                          {"within_least_sure_quarter", "Within tolerance, least sure quarter"}}};
  std::vector<QualityRow> rows;
  for (size_t q = 0; q < kNames.size(); ++q) rows.push_back({kNames[q][0], kNames[q][1], "", kRange, kHelp, score.quartiles[q]});
  return rows;
}

}  // namespace arete
