#include "compute/network/bridges/bridge_builder.h"

namespace arete {

namespace {

/// What an end may be joined to in its own piece; `bridge`: its place among all.
struct PossibleLoop {
  uint32_t end;
  size_t bridge;
  friend auto operator<=>(const PossibleLoop&, const PossibleLoop&) = default;
};

/// By their ends.
std::vector<PossibleLoop> possibleLoops(std::span<const Bridge> bridges, const BridgesInput& in) {
  UnionFind pieces(in.nodes.size());
  for (const Edge& edge : in.edges) pieces.join(edge.a, edge.b);
  std::vector<PossibleLoop> loops;
  for (size_t i = 0; i < bridges.size(); ++i)
    if (pieces.find(bridges[i].end) == pieces.find(bridges[i].node)) loops.push_back({bridges[i].end, i});
  std::ranges::sort(loops);
  return loops;
}

}  // namespace

std::vector<Bridge> withoutShortLoops(std::span<const Bridge> bridges, const BridgesInput& in, const StageContext& context) {
  constexpr size_t kGrain = 16;
  std::vector<uint8_t> isShort(bridges.size());
  const std::vector<PossibleLoop> loops = possibleLoops(bridges, in);
  std::vector<size_t> firsts;  // of the loops of each end
  for (size_t i = 0; i < loops.size(); ++i)
    if (i == 0 || loops[i].end != loops[i - 1].end) firsts.push_back(i);
  const size_t ends = firsts.size();
  firsts.push_back(loops.size());
  const ShrinkingGraph graph(in.nodes.size(), in.edges);
  std::vector<std::optional<WaySearch>> searches(size_t(context.device.threads().size()));
  context.device.threads().forEachRange(ends, kGrain, [&](size_t begin, size_t last, int thread) {
    context.checkStop();
    std::optional<WaySearch>& search = searches[size_t(thread)];
    if (!search) search.emplace(in.nodes);
    for (size_t i = begin; i < last; ++i) {
      const auto ofEnd = std::span(loops).subspan(firsts[i], firsts[i + 1] - firsts[i]);
      std::vector<WaySearch::Goal> goals;
      for (const PossibleLoop& loop : ofEnd) goals.push_back({bridges[loop.bridge].node, leastWayRound(in, bridges[loop.bridge])});
      search->lookFor(graph, ofEnd[0].end, goals);
      for (size_t k = 0; k < goals.size(); ++k) isShort[ofEnd[k].bridge] = goals[k].isNear || !in.rules.bridgeLoops;
    }
  });
  std::vector<Bridge> left;
  for (size_t i = 0; i < bridges.size(); ++i)
    if (isShort[i] == 0) left.push_back(bridges[i]);
  return left;
}

}  // namespace arete
