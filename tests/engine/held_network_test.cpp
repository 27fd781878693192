// The network between two steps of a detection: what versions keep of its nodes is theirs as long as the nodes stay as they are.
#include "compute/engine/held_network.h"

#include <gtest/gtest.h>

#include <numeric>

namespace arete {
namespace {

struct HeldNetworks : testing::Test {
  ThreadPool threads{2};
  HeldNetwork network;

  /// Nodes in a row, more than one thread makes.
  static constexpr uint32_t kNodes = 3000;
  void SetUp() override {
    SuperPoints points{.dimension = 2};
    std::vector<uint32_t> seeds;
    for (uint32_t i = 0; i < 2 * kNodes; ++i) points.places.push_back({double(i), 1});
    for (uint32_t i = 0; i < kNodes; ++i) seeds.push_back(2 * i);
    network.begin(points, std::vector<double>(points.places.size(), 3), seeds, threads);
    count();
  }
  std::vector<uint32_t> allBut(uint32_t left) const {
    std::vector<uint32_t> kept(network.nodes().size());
    std::iota(kept.begin(), kept.end(), 0);
    if (left < kept.size()) kept.erase(kept.begin() + left);
    return kept;
  }
  /// Counts the nodes, where that is not known. Returns whether it was.
  bool count() {
    struct Count {
      size_t nodes;
    };
    bool wasKnown = true;
    const NodesView nodes = network.nodes();
    const auto found = nodes.kept()->get<Count>([](const Count&) { return true; }, [&] { return wasKnown = false, Count{nodes.size()}; });
    EXPECT_EQ(found->nodes, nodes.size());
    return wasKnown;
  }
};

TEST_F(HeldNetworks, BeginWithANodeAtEachSeed) {
  ASSERT_EQ(network.nodes().size(), kNodes);
  for (uint32_t i = 0; i < kNodes; ++i) EXPECT_EQ(network.nodes()[i], (RidgeNode{.place = {2.0 * i, 1}, .radius = 3}));
}

TEST_F(HeldNetworks, KeepOnlyTheNodesThatStay) {
  EXPECT_EQ(network.keep(allBut(1000)).removed, 1u);
  ASSERT_EQ(network.nodes().size(), kNodes - 1);
  EXPECT_EQ(network.nodes()[999].place.x, 1998);
  EXPECT_EQ(network.nodes()[1000].place.x, 2002);
}

TEST_F(HeldNetworks, KeepWhatWasDerivedFromNodesUntilTheyChange) {
  EXPECT_TRUE(count());
  network.replaceEdges({{0, 1}, {1, 2}});
  EXPECT_TRUE(count()) << "other edges";
  network.keep(allBut(kNodes));
  EXPECT_TRUE(count()) << "all stay";
  network.keep(allBut(7));
  EXPECT_FALSE(count()) << "one has left";
  EXPECT_TRUE(count());
  network.moved();
  EXPECT_FALSE(count()) << "they may have moved";
  network.add(std::vector<RidgeNode>(1), {{0, 1}}, 2 * kNodes);
  EXPECT_FALSE(count()) << "one is new";
  SetUp();
  EXPECT_TRUE(count());
}

}  // namespace
}  // namespace arete
