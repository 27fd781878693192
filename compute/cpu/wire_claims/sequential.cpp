// wire_claims.cpu.sequential: row 0 of its stage. The super-points around each strand are found, and the strands take them in turn.
// Memory: a grid, the super-points around all strands, a flag each. Cost: a ball for each edge. Loses to a thread a strand, which finds what is
// around it.
#include <algorithm>
#include <numeric>

#include "compute/cpu/network/ball_grid.h"
#include "compute/cpu/network/beside_branch.h"
#include "compute/cpu/network/strands.h"
#include "compute/cpu/wire_versions.h"

namespace arete::cpu {

using shared::Vector3;

namespace {

struct Claim {
  Branch strand;
  std::vector<uint32_t> points;
  int64_t weight = 0;
};

}  // namespace

static void removeFirst(NodeGraph& graph, Branch& strand, size_t count) {
  for (size_t i = 0; i < count; ++i) graph.remove(strand.nodes[i], strand.nodes[i + 1]);
  strand = partOf(strand, count, strand.nodes.size() - 1);
}

/// How many nodes at the start of a strand go, as long as this says so of the one before others, and two more are left.
template <class Goes>
static size_t tipsOf(const Branch& strand, const Goes& goes) {
  size_t count = 0;
  while (count + 3 < strand.nodes.size() && goes(count)) ++count;
  return count;
}

/// From both ends.
template <class Goes>
static void removeTips(NodeGraph& graph, Branch& strand, const Goes& goesOf) {
  for (int end = 0; end < 2; ++end) {
    const auto goes = goesOf(strand);
    removeFirst(graph, strand, tipsOf(strand, goes));
    strand = turned(strand);
  }
}

static void removeStrayTips(NodeGraph& graph, Branch& strand, const WireClaimsInput& in) {
  removeTips(graph, strand, [&](const Branch& from) {
    return [&](size_t tip) {
      const Vector3 way = in.nodes[from.nodes[tip]].place - in.nodes[from.nodes[tip + 1]].place,
                    line = pointsTo(from, in.nodes, in.r1, in.rules, tip + 1);
      return dot(way, line) <= 0 || lengthOf(across(way, line)) > in.rules.wireTip * in.r1;
    };
  });
}

static bool isBeside(const Vector3& place, const Branch& strand, const WireClaimsInput& in) {
  for (size_t i = 0; i + 1 < strand.nodes.size(); ++i) {
    const Foot foot = footOn(in.nodes[strand.nodes[i]].place, in.nodes[strand.nodes[i + 1]].place, place);
    if (foot.part >= 0 && foot.part <= 1 && foot.squared <= in.r1 * in.r1) return true;
  }
  return false;
}

static void removeTipsBeside(const std::vector<Branch>& stronger, NodeGraph& graph, Branch& strand, const WireClaimsInput& in) {
  removeTips(graph, strand, [&](const Branch& from) {
    return [&](size_t tip) {
      return std::ranges::any_of(stronger, [&](const Branch& other) { return isBeside(in.nodes[from.nodes[tip]].place, other, in); });
    };
  });
}

static std::vector<Claim> claims(const WireClaimsInput& in, NodeGraph& graph, const StageContext& context) {
  const BallGrid grid(in.points.places, 3, in.r1, 4 * in.r1);
  std::vector<Claim> result;
  for (Branch& strand : strandsOf(graph, in.nodes)) {
    context.checkStop();
    removeStrayTips(graph, strand, in);
    Claim claim{std::move(strand), {}};
    for (const Beside& beside : besideBranch(in.points, grid, in.nodes, claim.strand, in.r1))
      claim.points.push_back(beside.point), claim.weight += beside.weight;
    result.push_back(std::move(claim));
  }
  return result;
}

std::vector<Edge> wireClaimsSequential(const WireClaimsInput& in, const StageContext& context) {
  NodeGraph graph(in.nodes.size(), in.edges);
  std::vector<Claim> all = claims(in, graph, context);
  std::ranges::stable_sort(all, std::ranges::greater(), &Claim::weight);
  std::vector<bool> taken(in.points.size());
  std::vector<Branch> stronger;
  for (Claim& claim : all) {
    context.checkStop();
    int64_t own = 0;
    for (const uint32_t point : claim.points) own += taken[point] ? 0 : in.points.weights[point];
    if (double(own) < in.rules.wireOwn * double(claim.weight)) {
      remove(graph, claim.strand);
      continue;
    }
    for (const uint32_t point : claim.points) taken[point] = true;
    removeTipsBeside(stronger, graph, claim.strand, in);
    stronger.push_back(std::move(claim.strand));
  }
  return graph.edges();
}

}  // namespace arete::cpu
