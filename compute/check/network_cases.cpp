#include <algorithm>

#include "compute/catalog/network_call.h"
#include "compute/check/network_walk.h"
#include "compute/core/gpu_points.h"

namespace arete {

namespace {

/// Every n-th point, at most 2000: the cost of the reference of `radius` grows with their square.
PointCloud fewOf(const PointCloud& cloud) {
  constexpr uint32_t kMost = 2000;
  std::vector<uint32_t> places;
  for (uint32_t i = 0, every = cloud.size() / kMost + 1; i < cloud.size(); i += every) places.push_back(i);
  return PointCloud(pointsAt(cloud, places));
}

/// From the cloud to nodes on the ridge.
void findNodes(NetworkWalk& walk) {
  NetworkState& now = walk.now;
  now.points = std::make_shared<const SuperPoints>(walk.make<Stage::super_points>([](auto put, NetworkState& at, const StageContext& c) {
    return put({at.cloud, at.r1, at.rules}, c);
  }));
  walk.make<Stage::radius>([](auto find, NetworkState& at, const StageContext& c) { return find({fewOf(at.cloud)}, c); });
  if (now.points->dimension == 3 && !now.rules.onSphere) {
    const auto localRadius = [](auto find, NetworkState& at, const StageContext& c) { return find({*at.points, at.r1, at.rules, at.fog}, c); };
    walk.make<Stage::local_radius>(localRadius);  // as where there is no fog
    now.fog = walk.make<Stage::fog>([](auto find, NetworkState& at, const StageContext& c) { return find({*at.points, at.rules}, c); }).intensity;
  }
  now.radii = walk.make<Stage::local_radius>([](auto find, NetworkState& at, const StageContext& c) {
    return find({*at.points, at.r1, at.rules, at.fog}, c);
  });
  const std::vector<uint32_t> seeds = walk.make<Stage::seeds>([](auto pick, NetworkState& at, const StageContext& c) {
    return pick({*at.points, at.radii, at.r1, at.rules}, c);
  });
  now.nodes = ridgeNodes(*now.points, now.radii, seeds);
  constexpr uint32_t kOneByOne = 3;
  for (uint32_t i = 0; i < kOneByOne; ++i) shift(walk, 1, false);
  shift(walk, now.rules.shifts - kOneByOne, true);
  thin(walk);
}

/// A test of branches by the points beside or below them.
template <Stage stage>
auto branchesLeft(NetworkWalk& walk) {
  return walk.ask<stage>([](auto judge, NetworkState& at, const StageContext& c) {
    return judge({*at.points, at.nodes, at.edges, at.r1, at.rules}, c);
  });
}

void keepJoinedNodes(NetworkWalk& walk) {
  std::vector<bool> has(walk.now.nodes.size());
  for (const Edge& edge : walk.now.edges) has[edge.a] = has[edge.b] = true;
  std::vector<uint32_t> places;
  for (uint32_t i = 0; i < has.size(); ++i)
    if (has[i]) places.push_back(i);
  keepNodes(walk, places);
}

/// The rounds of joining; the second one has only nodes that the first one joined.
void joinNodes(NetworkWalk& walk) {
  NetworkState& now = walk.now;
  for (int round = 1; round <= now.rules.rounds; ++round) {
    if (round > 1) keepJoinedNodes(walk);
    now.witnesses = walk.make<Stage::witnesses>([](auto find, NetworkState& at, const StageContext& c) {
      return find({*at.points, at.radii, at.nodes, at.r1, at.rules}, c);
    });
    now.edges = walk.make<Stage::spanner>([](auto join, NetworkState& at, const StageContext& c) {
      return join({*at.points, at.nodes, at.witnesses, at.r1, at.rules}, c);
    });
    now.edges = walk.make<Stage::prune>([](auto prune, NetworkState& at, const StageContext& c) { return prune({at.nodes, at.edges, at.rules}, c); });
    if (now.rules.background) now.edges = branchesLeft<Stage::background>(walk);
  }
}

/// What goes and comes of branches after the rounds. In space the crest test and the tree are tried also where a detection leaves them out.
void judgeBranches(NetworkWalk& walk) {
  NetworkState& now = walk.now;
  std::vector<Edge> left = branchesLeft<Stage::crest>(walk);
  if (now.rules.crest) now.edges = std::move(left);
  if (now.rules.background) now.edges = branchesLeft<Stage::background>(walk);
  now.edges = walk.make<Stage::bridges>([](auto close, NetworkState& at, const StageContext& c) {
    return close({at.nodes, at.edges, at.points->dimension, at.r1, at.rules}, c);
  });
  walk.ask<Stage::tree>([](auto open, NetworkState& at, const StageContext& c) { return open({*at.points, at.nodes, at.edges, at.rules}, c); });
}

/// Also where a detection would leave them out, and by rules that take whatever is a little more on one side.
void findSideLines(NetworkWalk& walk) {
  NetworkRules strict = walk.now.rules;
  strict.sideLines = true;
  for (const NetworkRules& rules : {strict, rulesOfAnySideLine(walk.now.rules)}) {
    walk.now.rules = rules;
    branchesLeft<Stage::side_lines>(walk);
  }
}

/// Junctions, polish and ends.
void refineNodes(NetworkWalk& walk) {
  NetworkState& now = walk.now;
  if (now.rules.junctions)
    now.edges = walk.make<Stage::junctions>([](auto merge, NetworkState& at, const StageContext& c) {
      return merge({at.edges, at.rules}, at.nodes, c);
    });
  polish(walk);
  walk.make<Stage::refit>([](auto refit, NetworkState& at, const StageContext& c) { return refit({at.edges, at.rules}, at.nodes, c); });
  walk.make<Stage::ends>([](auto move, NetworkState& at, const StageContext& c) { return move({*at.points, at.edges, at.rules}, at.nodes, c); });
  branchesLeft<Stage::twigs>(walk);
  findSideLines(walk);
}

/// Stages that are called by their rows, unless they have been asked before: each about the whole network.
void askTheOthers(NetworkWalk& walk, const std::vector<StageCase>& cases, size_t before) {
  forCalledByRow([&]<Stage stage>() {
    if (std::ranges::any_of(cases.begin() + ptrdiff_t(before), cases.end(), [](const StageCase& each) { return each.stage == stage; })) return;
    walk.ask<stage>([](auto version, NetworkState& at, const StageContext& c) {
      const auto input = StageRow<stage>::input(NetworkView{*at.points, at.radii, at.nodes, at.edges, at.r1, at.rules});
      if constexpr (MovesNodes<stage, MovedNodes>) return version(input, at.nodes, c);
      else return version(input, c);
    });
  });
}

}  // namespace

NetworkRules rulesOfAnySideLine(NetworkRules rules) {
  rules.sideLines = true;
  rules.sideDeviations = 0.5, rules.sideWeight = rules.sideBusy = 1, rules.sideShare = 0, rules.sideShortest = 1, rules.leaf = 0;
  return rules;
}

void addNetworkCases(const CaseCloud& cloud, const NetworkRules& rules, const StageContext& context, std::vector<StageCase>& cases) {
  const size_t before = cases.size();
  NetworkWalk walk(cloud, rules, context, cases);
  findNodes(walk);
  joinNodes(walk);
  judgeBranches(walk);
  refineNodes(walk);
  askTheOthers(walk, cases, before);
}

}  // namespace arete
