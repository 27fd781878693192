// The tile tree: what holds for every tree, on the zoo; every version gives the tree of row 0; clouds that cannot be divided.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "compute/catalog/version.h"
#include "compute/core/error.h"
#include "compute/tiles/tile_rule.h"
#include "tests/stages/tile_clouds.h"
#include "tests/support/zoo.h"

namespace arete {
namespace {

constexpr TileKind kKinds[] = {TileKind::local, TileKind::grouped, TileKind::extended};

ParamValues params(TileKind kind, uint32_t perAxis, uint32_t capacity, uint32_t axes = 0) {
  ParamValues values;
  values.set(kTileKindParam, double(kind));
  values.set(kTilesPerAxisParam, perAxis);
  values.set(kTileCapacityParam, capacity);
  values.set(kTiledAxesParam, axes);
  return values;
}

TileTree build(const Version& version, const PointCloud& cloud, double r1, const ParamValues& values, Device& device) {
  return version.as<Stage::tile>()({cloud, r1, values}, {device, {}, {}});
}

TileTree reference(const PointCloud& cloud, double r1, const ParamValues& values) {
  const auto device = makeCpuDevice(1);
  return build(versions(Stage::tile)[0], cloud, r1, values, *device);
}

bool holds(const TileTree& tree, uint32_t node, const PointCloud& cloud, uint32_t point) {
  for (int k = 0; k < tree.dimension; ++k) {
    const double x = cloud.points().coordinate(point, k);
    if (x < tree.minimum(node)[size_t(k)] || x > tree.maximum(node)[size_t(k)]) return false;
  }
  return true;
}

/// What the header promises, looked at point by point without using what built it.
void checkTree(const TileTree& tree, const PointCloud& cloud, double r1, uint32_t capacity) {
  std::vector<uint32_t> sorted(tree.points.begin(), tree.points.end());
  std::sort(sorted.begin(), sorted.end());
  std::vector<uint32_t> all(cloud.size());
  std::iota(all.begin(), all.end(), 0u);
  ASSERT_EQ(sorted, all) << "every point once";
  uint32_t next = 0;
  for (const uint32_t leaf : tree.leaves) {
    EXPECT_EQ(tree.nodes[leaf].begin, next) << "every point in exactly one leaf";
    next = tree.nodes[leaf].end;
    EXPECT_TRUE(tree.nodes[leaf].size() <= capacity || tree.nodes[leaf].level == kDeepestTileLevel);
    EXPECT_TRUE(std::ranges::is_sorted(tree.pointsOf(leaf)));
  }
  EXPECT_EQ(next, cloud.size());
  for (uint32_t i = 0; i < tree.nodes.size(); ++i) {
    const TileNode& node = tree.nodes[i];
    EXPECT_TRUE(std::ranges::all_of(tree.pointsOf(i), [&](uint32_t point) { return holds(tree, i, cloud, point); })) << "bounds hold";
    uint32_t begin = node.begin;
    for (uint32_t child = node.firstChild; child < node.firstChild + node.children; ++child) {
      EXPECT_EQ(tree.nodes[child].parent, i);
      EXPECT_EQ(tree.nodes[child].level, node.level + 1);
      EXPECT_EQ(tree.nodes[child].begin, begin);
      EXPECT_GT(tree.nodes[child].size(), 0u);
      begin = tree.nodes[child].end;
      for (int k = 0; k < tree.dimension; ++k) {
        EXPECT_GE(tree.minimum(child)[size_t(k)], tree.minimum(i)[size_t(k)]);
        EXPECT_LE(tree.maximum(child)[size_t(k)], tree.maximum(i)[size_t(k)]);
      }
    }
    if (!node.isLeaf()) {
      EXPECT_EQ(begin, node.end);
    }
    EXPECT_TRUE(tree.levels[node.level] <= i && i < tree.levels[node.level + 1]);
  }
  for (size_t leaf = 0; leaf < tree.leaves.size() && tree.kind == TileKind::extended; ++leaf) {
    const uint32_t node = tree.leaves[leaf];
    std::vector<uint32_t> expected;
    for (uint32_t place = 0; place < cloud.size(); ++place) {
      double squared = 0;
      for (int k = 0; k < tree.dimension; ++k) {
        const double x = cloud.points().coordinate(tree.points[place], k), low = tree.minimum(node)[size_t(k)], high = tree.maximum(node)[size_t(k)];
        const double gap = x < low ? low - x : x > high ? x - high : 0;
        squared += gap * gap;
      }
      const bool own = tree.nodes[node].begin <= place && place < tree.nodes[node].end;
      if (!own && squared <= r1 * r1) expected.push_back(tree.points[place]);
    }
    EXPECT_TRUE(std::ranges::equal(tree.surroundings.of(leaf), expected)) << "surroundings hold exactly the points within R1";
  }
  for (uint32_t a = 0; a < tree.leaves.size() && tree.kind == TileKind::grouped; ++a)
    for (uint32_t b = 0; b < tree.leaves.size(); ++b) {
      bool touch = a != b;
      for (size_t k = 0; k < size_t(tree.dimension); ++k)
        touch = touch && tree.minimum(tree.leaves[a])[k] <= tree.maximum(tree.leaves[b])[k] &&
                tree.minimum(tree.leaves[b])[k] <= tree.maximum(tree.leaves[a])[k];
      EXPECT_EQ(std::ranges::binary_search(tree.touching.of(a), b), touch) << a << " and " << b;
    }
  EXPECT_EQ(tree.touching.empty(), tree.kind != TileKind::grouped);
  EXPECT_EQ(tree.surroundings.empty(), tree.kind != TileKind::extended);
}

TEST(Tile, TreesOfTheZooHoldEveryPointOnceWithinItsBounds) {
  for (const test::ZooCloud& each : test::zoo())
    for (const Scalar scalar : {Scalar::float32, Scalar::float64})
      for (const TileKind kind : kKinds) {
        SCOPED_TRACE(each.name);
        const PointCloud cloud(each.points.withScalar(scalar));
        checkTree(reference(cloud, each.r1, params(kind, 3, 40)), cloud, each.r1, 40);
      }
}

TEST(Tile, EveryVersionBuildsTheTreeOfTheReferenceOnAnyNumberOfThreads) {
  std::vector<std::unique_ptr<Device>> devices;
  for (const int threads : {1, 2, 7}) devices.push_back(makeCpuDevice(threads));
  for (const test::ZooCloud& each : test::zoo())
    for (const TileKind kind : kKinds)
      for (const auto& [perAxis, capacity, axes] : {std::array{1u, 17u, 0u}, {4u, 60u, 0u}, {7u, 1u, 1u}, {2u, 100'000u, 2u}}) {
        const PointCloud rows(each.points.withScalar(capacity == 60 ? Scalar::float64 : Scalar::float32));
        const ParamValues values = params(kind, perAxis, capacity, axes);
        const TileTree expected = reference(rows, each.r1, values);
        for (const Version& version : versions(Stage::tile).subspan(1)) {
          if (!version.available() || version.backend != Backend::cpu) continue;
          for (const auto& device : devices)
            EXPECT_TRUE(build(version, rows.withLayout(capacity == 17 ? Layout::column : Layout::row), each.r1, values, *device) == expected)
                << version.id << ", " << each.name << ", " << perAxis << " an axis, capacity " << capacity << ", " << device->description();
        }
      }
}

TEST(Tile, LargeCloudsAreDividedAlikeByAllThreads) {
  const PointCloud cloud(test::spiral(150'000, 3, 1.5, 5).withScalar(Scalar::float32));
  for (const TileKind kind : kKinds) {
    const ParamValues values = params(kind, 5, 700);
    const TileTree expected = reference(cloud, 0.4, values);
    EXPECT_GT(expected.levelCount(), 4u);
    for (const int threads : {1, 2, 7}) {
      const auto device = makeCpuDevice(threads);
      for (const Version& version : versions(Stage::tile).subspan(1))
        if (version.available() && version.backend == Backend::cpu) {
          EXPECT_TRUE(build(version, cloud, 0.4, values, *device) == expected) << version.id;
        }
    }
  }
}

TEST(Tile, PointsThatCannotBeDividedEndAtTheDepthLimitWithANote) {
  const PointArray line = test::lineWithEqualPoints(), spot = test::denseSpot();
  for (const auto& [name, points] : {std::pair{"all equal", test::allEqual(3000, 3, 1.25)},
                                     {"line with equal points", line},
                                     {"far outlier", test::withStray(test::uniformBox(3000, 3, 1, 2), 9, 1e30)},
                                     {"dense spot", spot}})
    for (const TileKind kind : kKinds) {
      const PointCloud cloud(points);
      const auto device = makeCpuDevice(2);
      const TileTree tree = build(defaultVersion(Stage::tile, Backend::cpu), cloud, 0.5, params(kind, 3, 100), *device);
      checkTree(tree, cloud, 0.5, 100);
      const bool tight = kind == TileKind::local && std::string_view(name) == "far outlier";  // tight bounds leave the outlier alone
      EXPECT_EQ(tree.note.empty(), tight) << name;
      if (!tight) {
        EXPECT_NE(tree.note.find("the limit: points that are equal or nearly so"), std::string::npos) << tree.note;
      }
    }
}

TEST(Tile, ManyAxesAreDividedAsFarAsCellsCanBeCounted) {
  const PointCloud cloud(test::uniformBox(500, 16, 1, 3));
  const TileTree tree = reference(cloud, 0.1, params(TileKind::grouped, 4, 500));
  EXPECT_NE(tree.note.find("only the first 10 of 16 axes are divided"), std::string::npos) << tree.note;
  EXPECT_EQ(reference(cloud, 0.1, params(TileKind::grouped, 4, 500, 10)).note, "");
}

TEST(Tile, CellsEndWhereTheirBoundariesSay) {
  test::Random random(4);
  for (int i = 0; i < 20'000; ++i) {
    const double low = random.uniform(-3, 3) * (i % 3 == 0 ? 1e6 : 1), high = low + random.uniform(0, 1) * (i % 2 == 0 ? 1e-9 : 10);
    const uint32_t count = 1 + random.below(50), at = random.below(count);
    for (const double x : {shared::tileBoundary(low, high, at, count), low + (high - low) * random.uniform(), low, high}) {
      if (x > high) continue;
      const uint32_t cell = shared::tileCell(x, low, high, count);
      ASSERT_LT(cell, count);
      EXPECT_LE(shared::tileBoundary(low, high, cell, count), x);
      if (cell + 1 < count && high > low) {
        EXPECT_LT(x, shared::tileBoundary(low, high, cell + 1, count));
      }
    }
  }
}

TEST(Tile, VersionsStopWhenAsked) {
  const auto device = makeCpuDevice(2);
  std::stop_source source;
  source.request_stop();
  const PointCloud cloud(test::spiral(3000, 2, 1, 3));
  const ParamValues values;
  for (const Version& version : versions(Stage::tile))
    if (version.available() && version.backend == Backend::cpu) {
      EXPECT_THROW(version.as<Stage::tile>()({cloud, 1, values}, {*device, source.get_token(), {}}), Cancelled) << version.id;
    }
}

}  // namespace
}  // namespace arete
