// However many parts are asked for, those without points are not made, and the answer is that of row 0.
#include <gtest/gtest.h>

#include "compute/chains/parts/evolve_here.h"
#include "compute/chains/parts/part_points.h"
#include "tests/support/chain_reference.h"

namespace arete {
namespace {

constexpr uint32_t kMostParts = 4096;

TEST(PartsWithoutPoints, AreNotMadeWherePointsLieInTwoPlaces) {
  const auto device = makeCpuDevice(1);
  const StageContext context{*device, {}, {}};
  const ParamValues params;
  for (const int dimension : {2, 4})
    for (const uint32_t copies : {1u, 500u})
      for (const Partition partition : {Partition::space, Partition::dealt}) {
        PointArray points(Scalar::float32, dimension, 2 * copies);
        for (uint32_t i = copies; i < points.size(); ++i) points.at<float>(i, 0) = 1000;
        const PointCloud cloud(std::move(points));
        const cpu::PartedPoints parted = cpu::partPoints(cloud, 1, kMostParts, partition, context);
        EXPECT_LE(parted.parting->parts(), 4u) << copies << " points in each place, " << dimension << "D";
        EXPECT_EQ(parted.owned.size(), parted.parting->parts());
        const auto evolver = cpu::makePartedEvolver({cloud, 1, params}, {kMostParts, partition}, context);
        test::checkRuns(*evolver, test::referenceOf(cloud, 1, params, 5), context);
      }
}

}  // namespace
}  // namespace arete
