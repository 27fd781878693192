#include "compute/engine/wires_among.h"

#include <cmath>
#include <numbers>
#include <vector>

#include "compute/measures/projection/contract.h"

namespace arete {

namespace {

struct Longest {
  Curve wires;
  double r1 = 0;
  bool lasts = false;  ///< so do the next finer radii find them
};

}  // namespace

static constexpr double kLonger = 1.05;  // clearly: radii that see the same wires differ by less

static Longest longestWires(const PointCloud& cloud, double from, const NetworkAt& wiresAt, const StageContext& context) {
  constexpr int kMostRadii = 16, kNext = 2;
  constexpr double kHalf = 0.5;
  Longest longest;
  int next = 0;
  for (int rung = 0; rung < kMostRadii && next < kNext; ++rung) {
    context.checkStop();
    const double r1 = 2 * from * std::exp2(-rung / 2.0);
    Curve wires = wiresAt(cloud, r1, context);
    if (wires.length > kLonger * longest.wires.length) {
      longest = {std::move(wires), r1, true};
      next = 0;
    } else if (longest.r1 > 0) {
      longest.lasts = longest.lasts && wires.length >= kHalf * longest.wires.length;
      ++next;
    }
  }
  return longest;
}

static PointCloud pointsNear(const Longest& found, const PointCloud& cloud, const StageContext& context) {
  const CurvePlaces places = project(cloud.points(), edgesOf(found.wires), context);
  std::vector<uint32_t> near;
  for (uint32_t i = 0; i < cloud.size(); ++i)
    if (places[i].distance() <= found.r1) near.push_back(i);
  return PointCloud::inRange(cloud.points().subset(near), cloud.origin(), {});
}

std::optional<NetworkRadius> radiusOfWiresAmong(const PointCloud& cloud, double from, const NetworkAt& wiresAt,
                                                const std::function<NetworkRadius(const PointCloud&)>& radiusOf, const StageContext& context) {
  const Longest longest = longestWires(cloud, from, wiresAt, context);
  if (!longest.lasts || longest.wires.length < cloud.bounds().diagonal(cloud.dimension())) return {};
  const PointCloud near = pointsNear(longest, cloud, context);
  if (near.size() > cloud.size() / 2) return {};
  NetworkRadius found = radiusOf(near);
  if (!found.best) return {};
  while (found.r1 < longest.r1 && wiresAt(cloud, found.r1, context).length > kLonger * longest.wires.length) found.r1 *= std::numbers::sqrt2;
  found.reason += " Found from what is near wires, as most of the cloud is something else.";
  return found;
}

}  // namespace arete
