#include "compute/engine/network_ground.h"

#include "compute/engine/direct_radius.h"
#include "compute/network/fog/sphere_fog.h"
#include "compute/network/local_radius/curve_widths.h"
#include "compute/network/local_radius/lone_places.h"
#include "compute/network/rules/network_params.h"
#include "compute/network/rules/sphere_places.h"
#include "compute/network/super_points/distinct_points.h"
#include "compute/network/tracks/track_points.h"

namespace arete {

SuperPoints superPointsOf(const PointCloud& cloud, const Job& job, const NetworkRules& rules, const StageContext& context) {
  const auto ofTracks = pointsOfTracks(cloud, job.params, job.r1(), context);
  const PointCloud points = ofTracks ? ofTracks->cloud : distinctPoints(cloud, context);
  return withDirections(job.function<Stage::super_points>()({points, job.r1(), rules}, context));
}

Fog fogAround(const SuperPoints& points, const Job& job, const NetworkRules& rules, const StageContext& context) {
  if (points.sphereCentre) return {.share = fogOnSphere(points, rules)};
  if (points.dimension != 3) return {};
  return job.function<Stage::fog>()({points, rules}, context);
}

std::vector<double> localRadiiOf(const PointCloud& cloud, const SuperPoints& points, const Fog& fog, const Job& job, const NetworkRules& rules,
                                 const StageContext& context) {
  const LocalRadiusInput input{points, job.r1(), rules, fog.intensity};
  std::vector<double> radii = job.function<Stage::local_radius>()(input, context);
  dropLonePlaces(input, radii, context);
  if (followsWidths(job.params) && points.dimension == 2)
    lookAcrossCurves(input, radiusSeen(distinctPoints(cloud, context), job, context), radii, context);
  return radii;
}

}  // namespace arete
