// The clouds that a machine is checked on: each for what it has broken before, all of them so small that the references take seconds together.
#include "compute/check/cases.h"
#include "compute/check/clouds.h"
#include "compute/generate/generate.h"

namespace arete {

namespace {

using shared::Vector3;

PointCloud spiral(uint32_t points, int dimension, Scalar scalar, const StageContext& context) {
  return generate(findShape("spiral"), {.points = points, .dimension = dimension, .noise = 1.5, .scalar = scalar}, context.device.threads(),
                  context.stop);
}

/// For chains, tiles and neighbours. Doubles and floats, rows and columns in turns.
std::vector<CaseCloud> cloudsOfPoints(const StageContext& context) {
  std::vector<CaseCloud> all;
  const auto add = [&](const char* name, const PointArray& points, double r1) {
    const bool turn = all.size() % 2 == 0;
    all.push_back(
        {name, PointCloud(points.withScalar(turn ? Scalar::float32 : Scalar::float64).withLayout(turn ? Layout::row : Layout::column)), r1});
  };
  add("one point", clouds::uniformBox(1, 2, 3, 8), 1);
  add("three points", clouds::uniformBox(3, 2, 3, 9), 1);
  add("equal points", clouds::allEqual(100, 3, 1.25), 0.5);
  add("lattice", clouds::lattice(20, 2), 2);
  add("lattice in space", clouds::lattice(7, 3), 2);
  add("clusters", clouds::clusters(1500, 2, 15), 4);
  add("clusters in space", clouds::clusters(800, 3, 16), 6);
  add("crowded points", clouds::uniformBox(1025, 2, 4, 1025), 4);
  add("far stray", clouds::withStray(clouds::clusters(600, 3, 13), 5, 1e30), 3);
  add("huge offset", clouds::moved(clouds::clusters(600, 2, 11), 1e6), 3);
  add("five dimensions", clouds::uniformBox(500, 5, 12, 35), 4);
  all.push_back({"spiral", spiral(4000, 2, Scalar::float32, context), 3});
  all.push_back({"spiral in space", spiral(2000, 3, Scalar::float64, context), 4});
  return all;
}

/// For networks of the plane and of space.
std::vector<CaseCloud> cloudsOfStreets(const StageContext& context) {
  using clouds::noisySegments;
  std::vector<Vector3> foggy = noisySegments(clouds::town(), 2, 8, 1, 18);
  const PointArray strewn = clouds::uniformBox(900, 2, 80, 5);
  for (uint32_t i = 0; i < strewn.size(); ++i) foggy.push_back({strewn.coordinate(i, 0) - 10, strewn.coordinate(i, 1) - 10});
  std::vector<Vector3> carriageways = noisySegments({{{0, 0}, {300, 0}}, {{0, 0}, {0, 120}}}, 2, 10, 2, 19);
  for (const Vector3& point : noisySegments({{{60, 11}, {240, 11}}}, 2, 2, 2, 20)) carriageways.push_back(point);
  const std::vector<clouds::Segment> arms = clouds::star({{0, 90, 30}, {78, -45, 30}, {-78, -45, 30}});
  std::vector<Vector3> inFog = noisySegments(arms, 3, 6, 1, 17);
  const PointArray fog = clouds::uniformBox(1500, 3, 120, 3);
  for (uint32_t i = 0; i < fog.size(); ++i) inFog.push_back({fog.coordinate(i, 0) - 60, fog.coordinate(i, 1) - 60, fog.coordinate(i, 2) - 30});
  return {{"three points", PointCloud(clouds::uniformBox(3, 2, 3, 9)), 1},
          {"lattice", PointCloud(clouds::lattice(20, 2)), 2},
          {"town", clouds::cloudOf(noisySegments(clouds::town(), 2, 10, 1, 17), 2), 4},
          {"town in fog", clouds::cloudOf(foggy, 2), 4},
          {"carriageways", clouds::cloudOf(carriageways, 2), 4},
          {"spiral", spiral(8000, 2, Scalar::float32, context), 3},
          {"star in space", clouds::cloudOf(noisySegments(arms, 3, 10, 1, 17), 3), 4},
          {"star in fog", clouds::cloudOf(inFog, 3), 4},
          {"clusters in space", PointCloud(clouds::clusters(800, 3, 16)), 6}};
}

std::vector<CaseCloud> cloudsOfWires() {
  return {{"conductors", clouds::cloudOf(clouds::measured(clouds::powerLine(), 4, 0.04, 0.8, 1), 3), 0.3},
          {"two points", clouds::cloudOf({{0, 0, 0}, {1, 0, 0}}, 3), 0.5}};
}

}  // namespace

std::vector<StageCase> casesOfAllStages(const StageContext& context) {
  std::vector<StageCase> cases;
  for (const CaseCloud& cloud : cloudsOfPoints(context)) {
    addChainCases(cloud, context, cases);
    addTileCases(cloud, context, cases);
    addNeighbourCases(cloud, context, cases);
  }
  for (const CaseCloud& cloud : cloudsOfStreets(context)) addNetworkCases(cloud, networkRules(cloud.cloud.dimension()), context, cases);
  constexpr double kStrewn = 0.3;
  addNetworkCases({"web on a sphere", clouds::webOnSphere(0.01, kStrewn, 5), 0.03},
                  rulesInForce(networkRules(NetworkProfile::sphere, 3), {.isFoggy = true}), context, cases);
  for (const CaseCloud& cloud : cloudsOfWires()) addWireCases(cloud, context, cases);
  return cases;
}

}  // namespace arete
