#include "compute/check/network_walk.h"

namespace arete {

namespace {

/// From the cloud to nodes on wires.
void findWireNodes(NetworkWalk& walk) {
  NetworkState& now = walk.now;
  now.points = std::make_shared<const SuperPoints>(walk.make<Stage::super_points>([](auto put, NetworkState& at, const StageContext& c) {
    return put({at.cloud, at.r1, at.rules}, c);
  }));
  now.radii.assign(now.points->size(), now.r1);
  const std::vector<uint32_t> seeds = walk.make<Stage::seeds>([](auto pick, NetworkState& at, const StageContext& c) {
    return pick({*at.points, at.radii, at.r1, at.rules}, c);
  });
  now.nodes = ridgeNodes(*now.points, now.radii, seeds);
  walk.make<Stage::wire_lines>([](auto vote, NetworkState& at, const StageContext& c) { return vote({*at.points, at.r1, at.rules}, at.nodes, c); });
  for (const auto& [iterations, last] : {std::pair{1u, false}, {3u, false}, {now.rules.shifts, true}}) shift(walk, iterations, last);
  thin(walk);
}

}  // namespace

void addWireCases(const CaseCloud& cloud, const StageContext& context, std::vector<StageCase>& cases) {
  NetworkWalk walk(cloud, networkRules(NetworkProfile::wires, 3), context, cases);
  NetworkState& now = walk.now;
  findWireNodes(walk);
  now.edges = walk.make<Stage::wire_strands>([](auto join, NetworkState& at, const StageContext& c) { return join({at.nodes, at.r1, at.rules}, c); });
  now.edges = walk.make<Stage::wire_claims>([](auto claim, NetworkState& at, const StageContext& c) {
    return claim({*at.points, at.nodes, at.edges, at.r1, at.rules}, c);
  });
  now.edges = walk.make<Stage::wire_gaps>([](auto close, NetworkState& at, const StageContext& c) {
    return close({at.nodes, at.edges, at.r1, at.rules}, c);
  });
  polish(walk);
  walk.make<Stage::wire_ends>([](auto move, NetworkState& at, const StageContext& c) {
    return move({*at.points, at.edges, at.r1, at.rules}, at.nodes, c);
  });
}

}  // namespace arete
