// junctions.cpu.sequential: row 0 of its stage. Each sweep lists the branches whose junctions may become one.
// Memory: the graph and its branches. Cost: a sweep walks all branches; few sweeps are needed. Loses to a thread a junction. Source: 2D, step 11b.
#include <algorithm>
#include <functional>

#include "compute/cpu/network/node_graph.h"
#include "compute/cpu/network_versions.h"

namespace arete::cpu {

using shared::Vector3;

namespace {

struct ShortBranch {
  double share;  // of the bound
  Branch branch;
};

class Merger {
 public:
  Merger(const JunctionsInput& in, std::span<RidgeNode> nodes) : rules_(in.rules), nodes_(nodes), graph_(nodes.size(), in.edges) {}

  void merge(const StageContext& context) {
    sweep(
        rules_.mergeWithin, [](const Branch&) { return true; }, context);
    sweep(
        rules_.tangentWithin, [&](const Branch& branch) { return isTangent(branch); }, context);
  }
  std::vector<Edge> edges() const { return graph_.edges(); }

 private:
  void sweep(double bound, const std::function<bool(const Branch&)>& test, const StageContext& context);
  std::vector<ShortBranch> shortBranches(double bound, const std::function<bool(const Branch&)>& test) const;
  bool isTangent(const Branch& branch) const;
  Vector3 armDirection(uint32_t junction, uint32_t next) const;
  void makeOne(const Branch& branch);

  const NetworkRules& rules_;
  std::span<RidgeNode> nodes_;
  NodeGraph graph_;
};

/// The place at this length along a branch.
Vector3 placeAlong(const Branch& branch, double along, std::span<const RidgeNode> nodes) {
  size_t next = 1;
  while (next + 1 < branch.nodes.size() && branch.along[next] < along) ++next;
  const Vector3 from = nodes[branch.nodes[next - 1]].place, to = nodes[branch.nodes[next]].place;
  const double length = branch.along[next] - branch.along[next - 1];
  return length > 0 ? from + (to - from) * std::min(1.0, (along - branch.along[next - 1]) / length) : to;
}

Vector3 Merger::armDirection(uint32_t junction, uint32_t next) const {
  const Branch arm = branchOver(graph_, nodes_, junction, next);
  return unit(placeAlong(arm, rules_.tangentArm * nodes_[junction].radius, nodes_) - nodes_[junction].place);
}

bool Merger::isTangent(const Branch& branch) const {
  const uint32_t first = branch.nodes[0], last = branch.nodes.back();
  if (graph_.degree(first) != 3 || graph_.degree(last) != 3) return false;
  const Vector3 onwards = unit(nodes_[last].place - nodes_[first].place);
  const auto allRunOn = [&](uint32_t junction, uint32_t between, const Vector3& direction) {
    return std::ranges::all_of(graph_.neighbours(junction), [&](uint32_t next) {
      return next == between || dot(armDirection(junction, next), direction) >= rules_.tangentCosine;
    });
  };
  return allRunOn(first, branch.nodes[1], onwards * -1) && allRunOn(last, branch.nodes[branch.nodes.size() - 2], onwards);
}

std::vector<ShortBranch> Merger::shortBranches(double bound, const std::function<bool(const Branch&)>& test) const {
  std::vector<ShortBranch> found;
  for (Branch& branch : allBranches(graph_, nodes_)) {
    const uint32_t first = branch.nodes[0], last = branch.nodes.back();
    if (first == last || graph_.degree(first) < 3 || graph_.degree(last) < 3) continue;
    const double share = branch.length() / (bound * 0.5 * (nodes_[first].radius + nodes_[last].radius));
    if (share < 1 && test(branch)) found.push_back({share, std::move(branch)});
  }
  std::ranges::sort(found, {}, [](const ShortBranch& one) { return std::tie(one.share, one.branch.nodes); });
  return found;
}

void Merger::makeOne(const Branch& branch) {
  const uint32_t one = branch.nodes[0], other = branch.nodes.back();
  nodes_[one].place = placeAlong(branch, branch.length() / 2, nodes_);
  remove(graph_, branch);
  const std::vector<uint32_t> arms(graph_.neighbours(other).begin(), graph_.neighbours(other).end());
  for (const uint32_t next : arms) {
    graph_.remove(other, next);
    if (next != one && !graph_.has(one, next)) graph_.add(one, next);
  }
}

void Merger::sweep(double bound, const std::function<bool(const Branch&)>& test, const StageContext& context) {
  for (bool changed = true; changed;) {
    context.checkStop();
    changed = false;
    std::vector<bool> touched(nodes_.size());
    for (const ShortBranch& found : shortBranches(bound, test)) {
      const uint32_t one = found.branch.nodes[0];
      if (touched[one] || touched[found.branch.nodes.back()]) continue;
      makeOne(found.branch);
      touched[one] = touched[found.branch.nodes.back()] = changed = true;
      for (const uint32_t next : graph_.neighbours(one)) touched[next] = true;
    }
  }
}

}  // namespace

std::vector<Edge> junctionsSequential(const JunctionsInput& in, std::span<RidgeNode> nodes, const StageContext& context) {
  Merger merger(in, nodes);
  merger.merge(context);
  return merger.edges();
}

}  // namespace arete::cpu
