#include "compute/network/wire_claims/strand_claims.h"

#include <algorithm>
#include <utility>

#include "compute/network/graph/beside_branch.h"

namespace arete {

using shared::Vector3;

static void removeFirst(NodeGraph& graph, Branch& strand, size_t count) {
  for (size_t i = 0; i < count; ++i) graph.remove(strand.nodes[i], strand.nodes[i + 1]);
  strand = partOf(strand, count, strand.nodes.size() - 1);
}

/// How many nodes at the start of a strand go: `goes` is asked about one after the other, as long as two more are left.
template <class Goes>
static size_t tipsOf(const Branch& strand, const Goes& goes) {
  size_t count = 0;
  while (count + 3 < strand.nodes.size() && goes(count)) ++count;
  return count;
}

/// Cuts tips from both ends.
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

namespace {

/// A strand, and a box that holds all that is beside it.
struct BoxedStrand {
  BoxedStrand(Branch own, const WireClaimsInput& in) : strand(std::move(own)), low(in.nodes[strand.nodes[0]].place), high(low) {
    constexpr double kMore = 1 + 1e-6;  // rounding decides nothing
    for (const uint32_t node : strand.nodes)
      for (int k = 0; k < 3; ++k) low.set(k, std::min(low[k], in.nodes[node].place[k])), high.set(k, std::max(high[k], in.nodes[node].place[k]));
    const Vector3 around = Vector3{1, 1, 1} * (in.r1 * kMore);
    low = low - around, high = high + around;
  }
  bool mayHold(const Vector3& place) const {
    return place.x >= low.x && place.y >= low.y && place.z >= low.z && place.x <= high.x && place.y <= high.y && place.z <= high.z;
  }

  Branch strand;
  Vector3 low, high;
};

}  // namespace

static void removeTipsBeside(const std::vector<BoxedStrand>& stronger, NodeGraph& graph, Branch& strand, const WireClaimsInput& in) {
  const auto isBesideOne = [&](const Vector3& place) {
    return std::ranges::any_of(stronger, [&](const BoxedStrand& other) { return other.mayHold(place) && isBeside(place, other.strand, in); });
  };
  removeTips(graph, strand, [&](const Branch& from) { return [&](size_t tip) { return isBesideOne(in.nodes[from.nodes[tip]].place); }; });
}

std::vector<Claim> unclaimedStrands(const WireClaimsInput& in, NodeGraph& graph) {
  std::vector<Claim> claims;
  for (Branch& strand : strandsOf(graph, in.nodes)) {
    removeStrayTips(graph, strand, in);
    claims.push_back({std::move(strand), {}});
  }
  return claims;
}

/// Sparse wires have long strands of few nodes; those of chance lines are short.
static void removeFew(NodeGraph& graph, const WireClaimsInput& in) {
  constexpr double kTails = 3;
  for (const Branch& strand : strandsOf(graph, in.nodes))
    if (strand.nodes.size() < in.rules.wireFewest && strand.length() < kTails * in.rules.wireTail * in.r1) remove(graph, strand);
}

std::vector<Edge> settle(std::vector<Claim> all, const WireClaimsInput& in, NodeGraph& graph, const StageContext& context) {
  std::ranges::stable_sort(all, std::ranges::greater(), &Claim::weight);
  std::vector<bool> taken(in.points.size());
  std::vector<BoxedStrand> stronger;
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
    stronger.emplace_back(std::move(claim.strand), in);
  }
  removeFew(graph, in);
  return graph.edges();
}

}  // namespace arete
