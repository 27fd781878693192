// Ways along the edges of a network, against a search that goes from node to node.
#include "compute/network/crest/branch_ways.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace arete {
namespace {

/// Junctions at random places, some of them joined by chains of nodes, some with loose ends.
struct RandomNetwork {
  std::vector<RidgeNode> nodes;
  std::vector<Edge> edges;

  explicit RandomNetwork(uint32_t seed) : random_(seed) {
    constexpr int kJunctions = 60, kChains = 110, kEnds = 30;  // more nodes than one thread lists the branches of
    for (int i = 0; i < kJunctions; ++i) addNode();
    for (int i = 0; i < kChains; ++i) addChain(below(kJunctions), below(kJunctions), below(6));
    for (int i = 0; i < kEnds; ++i) addChain(below(kJunctions), addNode(), below(4));
    std::ranges::sort(edges);
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  }
  uint32_t below(uint32_t count) { return random_() % count; }

 private:
  uint32_t addNode() {
    std::uniform_real_distribution<double> place(0, 100), radius(1, 4);
    nodes.push_back({.place = {place(random_), place(random_), 0}, .radius = radius(random_)});
    return uint32_t(nodes.size() - 1);
  }
  void addChain(uint32_t from, uint32_t to, uint32_t between) {
    if (from == to && between < 2) return;
    for (uint32_t i = 0; i < between; ++i) {
      const uint32_t next = addNode();
      edges.push_back({from, next});  // from the lower one: new nodes have the highest numbers
      from = next;
    }
    edges.push_back({std::min(from, to), std::max(from, to)});
  }

  std::mt19937 random_;
};

/// All nodes are gone over again until no way gets shorter.
double wayByRepetition(const RandomNetwork& network, uint32_t from, uint32_t shut, uint32_t to) {
  std::vector<double> ways(network.nodes.size(), WaySearch::kFar);
  ways[from] = 0;
  for (bool changed = true; changed;) {
    changed = false;
    const auto shorten = [&](uint32_t a, uint32_t b) {
      if (a == from && b == shut) return;
      const double way = ways[a] + inRadii(network.nodes[a], network.nodes[b]);
      if (way < ways[b]) ways[b] = way, changed = true;
    };
    for (const Edge& edge : network.edges) shorten(edge.a, edge.b), shorten(edge.b, edge.a);
  }
  return ways[to];
}

TEST(WaySearch, FindsLengthsToTheBitThatASearchFromNodeToNodeFinds) {
  for (uint32_t seed = 0; seed < 12; ++seed) {
    RandomNetwork network(seed);
    const ShrinkingGraph graph(network.nodes.size(), network.edges);
    WaySearch search(network.nodes);  // one for all, as its memory must be clean after each
    for (int i = 0; i < 60; ++i) {
      const uint32_t from = network.below(uint32_t(network.nodes.size())), to = network.below(uint32_t(network.nodes.size()));
      const auto neighbours = graph.neighbours(from);
      const uint32_t shut = i % 2 == 0 || neighbours.empty() ? UINT32_MAX : neighbours[network.below(uint32_t(neighbours.size()))];
      const double expected = wayByRepetition(network, from, shut, to);
      ASSERT_EQ(search.wayBesides(graph, from, shut, to, WaySearch::kFar), expected) << seed << ", " << from << " to " << to;
      if (expected == WaySearch::kFar || expected == 0) continue;
      ASSERT_EQ(search.wayBesides(graph, from, shut, to, expected), WaySearch::kFar) << "only what is below the limit counts";
      ASSERT_EQ(search.wayBesides(graph, from, shut, to, std::nextafter(expected, WaySearch::kFar)), expected);
    }
  }
}

TEST(BranchWays, FindsLengthsToTheBitThatWaySearchFinds) {
  int far = 0, near = 0;
  const std::unique_ptr<Device> device = makeCpuDevice(3);
  const StageContext context{*device, {}, {}};
  for (uint32_t seed = 0; seed < 12; ++seed) {
    RandomNetwork network(seed);
    const ShrinkingGraph graph(network.nodes.size(), network.edges);
    const BranchList branches(graph, network.nodes, context);
    WaySearch expected(network.nodes);
    BranchWays search(network.nodes.size());
    for (uint32_t from = 0; from < network.nodes.size(); ++from)
      for (const BranchList::Arm& arm : branches.from(from)) {
        const double limit = 5 + network.below(200), way = expected.wayBesides(graph, from, arm.next, arm.end.node, limit);
        ASSERT_EQ(search.wayBesides(branches, from, arm.next, arm.end.node, limit), way) << seed << ", besides " << from << " to " << arm.next;
        (way == WaySearch::kFar ? far : near) += 1;
        if (way == WaySearch::kFar || from == arm.end.node) continue;
        uint32_t at = arm.end.node;
        for (const auto& [start, next] : search.branchesTo(arm.end.node)) {
          ASSERT_EQ(otherEnd(graph, start, next).node, at);
          at = start;
        }
        ASSERT_EQ(at, from);
      }
  }
  EXPECT_GT(far, 50);
  EXPECT_GT(near, 50);
}

TEST(WaySearch, TellsOfSeveralNodesWhetherTheyAreNearAsItTellsOfEach) {
  int near = 0, far = 0;
  for (uint32_t seed = 0; seed < 12; ++seed) {
    RandomNetwork network(seed);
    const auto nodes = uint32_t(network.nodes.size());
    const ShrinkingGraph graph(nodes, network.edges);
    WaySearch search(network.nodes);
    for (int i = 0; i < 40; ++i) {
      const uint32_t from = network.below(nodes);
      std::vector<WaySearch::Goal> goals;
      for (uint32_t k = 0; k < 1 + network.below(6); ++k) goals.push_back({network.below(nodes), 1.0 + network.below(150)});
      search.lookFor(graph, from, goals);
      for (const WaySearch::Goal& goal : goals) {
        ASSERT_EQ(goal.isNear, search.way(graph, from, goal.node, goal.limit) != WaySearch::kFar) << seed << ", " << from << " to " << goal.node;
        (goal.isNear ? near : far) += 1;
      }
    }
  }
  EXPECT_GT(near, 50);
  EXPECT_GT(far, 50);
}

}  // namespace
}  // namespace arete
