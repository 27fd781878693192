// Versions of the stages of networks beside the references: each gets what the references before it found, and must give the same bits.
#pragma once

#include <gtest/gtest.h>

#include "compute/check/cases.h"
#include "compute/core/error.h"
#include "tests/support/network.h"
#include "tests/support/zoo.h"

namespace arete::test {

using arete::bitsOf;

/// Every exact version of a backend, but row 0, answers every task as row 0 did.
inline void expectSameBits(const std::vector<StageCase>& cases, Backend backend, const StageContext& context) {
  for (size_t task = 0; task < cases.size(); ++task)
    for (const Version& version : versions(cases[task].stage).subspan(1))
      if (version.backend == backend && version.exact && version.available()) {
        ASSERT_EQ(cases[task].answer(version, context), cases[task].expected) << version.id << ", task " << task << " of " << cases.size();
      }
}

/// Of all stages of networks; where the references refuse the cloud, the versions must. How many nodes of side lines there were.
inline size_t expectSameNetwork(Backend backend, const PointCloud& cloud, double r1, const NetworkRules& rules, const StageContext& context) {
  const auto device = makeCpuDevice(1);
  std::vector<StageCase> cases;
  try {
    addNetworkCases({"", cloud, r1}, rules, {*device, {}, {}}, cases);
  } catch (const Error&) {
    if (!cases.empty()) throw;
    for (const Version& version : versions(Stage::super_points).subspan(1))
      if (version.backend == backend && version.available()) {
        EXPECT_THROW(version.as<Stage::super_points>()({cloud, r1, rules}, context), Error) << version.id;
      }
    return 0;
  }
  expectSameBits(cases, backend, context);
  size_t sideNodes = 0;
  for (const StageCase& each : cases)
    if (each.stage == Stage::side_lines) sideNodes += each.expected.front();
  return sideNodes;
}
inline size_t expectSameNetwork(Backend backend, const PointCloud& cloud, double r1, const StageContext& context) {
  return expectSameNetwork(backend, cloud, r1, networkRules(cloud.dimension()), context);
}

/// The clouds of the zoo in the plane and in space, as doubles and as floats where their coordinates allow it, and R1 for each.
inline std::vector<ZooCloud> networkZoo() {
  std::vector<ZooCloud> clouds;
  for (ZooCloud& cloud : zoo())
    if (cloud.points.dimension() == 2 || cloud.points.dimension() == 3) clouds.push_back(std::move(cloud));
  const std::vector<Segment> space = star({{0, 90, 30}, {78, -45, 30}, {-78, -45, 30}});
  const auto add = [&](const char* name, const std::vector<Segment>& segments, int dimension, double perUnit) {
    clouds.push_back({name, cloudOf(noisySegments(segments, dimension, perUnit, 1, 17), dimension).points(), 4});
  };
  add("a town", town(), 2, 20);
  add("a sparse town", town(), 2, 1);
  add("a star in space", space, 3, 20);
  add("a sparse star in space", space, 3, 2);
  clouds.push_back({"fog in space", uniformBox(3000, 3, 60, 3), 5});
  clouds.push_back({"fog", uniformBox(3000, 2, 200, 4), 5});
  std::vector<shared::Vector3> foggy = noisySegments(town(), 2, 8, 1, 18);
  const PointArray strewn = uniformBox(900, 2, 80, 5);
  for (uint32_t i = 0; i < strewn.size(); ++i) foggy.push_back({strewn.coordinate(i, 0) - 10, strewn.coordinate(i, 1) - 10});
  clouds.push_back({"a town in fog", cloudOf(foggy, 2).points(), 4});
  std::vector<Segment> lattice;
  for (int i = 0; i < 6; ++i) lattice.push_back({{0, i * 30.0}, {150, i * 30.0}}), lattice.push_back({{i * 30.0, 0}, {i * 30.0, 150}});
  add("many crossings", lattice, 2, 4);
  std::vector<shared::Vector3> carriageways = noisySegments({{{0, 0}, {300, 0}}, {{0, 0}, {0, 120}}}, 2, 10, 2, 19);
  for (const shared::Vector3& point : noisySegments({{{60, 11}, {240, 11}}}, 2, 2, 2, 20)) carriageways.push_back(point);
  clouds.push_back({"a carriageway beside a busier one", cloudOf(carriageways, 2).points(), 4});
  return clouds;
}

}  // namespace arete::test
