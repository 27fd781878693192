#include "compute/network/junctions/junction_merger.h"

namespace arete {

using shared::Vector3;

Vector3 JunctionMerger::armDirection(uint32_t junction, uint32_t next) const {
  const double length = rules_.tangentArm * nodes_[junction].radius;
  const Branch arm = branchAsFarAs(graph_, std::span<const RidgeNode>(nodes_), junction, next, length);
  return unit(placeAlong(arm, length, nodes_) - nodes_[junction].place);
}

bool JunctionMerger::isTangent(const Branch& branch) const {
  const uint32_t first = branch.nodes[0], last = branch.nodes.back();
  if (graph_.degree(first) != 3 || graph_.degree(last) != 3) return false;
  const Vector3 onwards = unit(nodes_[last].place - nodes_[first].place);
  const auto runOn = [&](uint32_t junction, uint32_t between, const Vector3& direction) {
    std::vector<Vector3> arms;
    for (const uint32_t next : graph_.neighbours(junction))
      if (next != between) arms.push_back(armDirection(junction, next));
    return dot(arms[0], arms[1]) >= rules_.tangentOpening && dot(unit(arms[0] + arms[1]), direction) >= rules_.tangentCosine;
  };
  return runOn(first, branch.nodes[1], onwards * -1) && runOn(last, branch.nodes[branch.nodes.size() - 2], onwards);
}

std::optional<MergedBranch> JunctionMerger::merged(Branch branch, double bound, bool isTouch) const {
  const uint32_t first = branch.nodes[0], last = branch.nodes.back();
  if (first == last || graph_.degree(first) < 3 || graph_.degree(last) < 3) return {};
  const double share = branch.length() / (bound * 0.5 * (nodes_[first].radius + nodes_[last].radius));
  if (share >= 1 || (isTouch && !isTangent(branch))) return {};
  return MergedBranch{share, std::move(branch)};
}

void JunctionMerger::makeOne(const Branch& branch) {
  const uint32_t one = branch.nodes[0], other = branch.nodes.back();
  nodes_[one].place = placeAlong(branch, branch.length() / 2, nodes_);
  remove(graph_, branch);
  const std::vector<uint32_t> arms(graph_.neighbours(other).begin(), graph_.neighbours(other).end());
  for (const uint32_t next : arms) {
    graph_.remove(other, next);
    if (next != one && !graph_.has(one, next)) graph_.add(one, next);
  }
}

/// A sweep. Returns whether any junctions became one.
bool JunctionMerger::makeOne(std::vector<MergedBranch> branches) {
  std::ranges::sort(branches, {}, [](const MergedBranch& one) { return std::tie(one.share, one.branch.nodes); });
  std::vector<bool> touched(nodes_.size());
  for (const auto& [share, branch] : branches) {
    const uint32_t one = branch.nodes[0], other = branch.nodes.back();
    if (touched[one] || touched[other]) continue;
    makeOne(branch);
    touched[one] = touched[other] = true;
    for (const uint32_t next : graph_.neighbours(one)) touched[next] = true;
  }
  return !branches.empty();
}

}  // namespace arete
