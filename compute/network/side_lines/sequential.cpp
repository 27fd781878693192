// side_lines.cpu.sequential: row 0 of its stage. Every super-point looks at every edge for the one that is nearest, and counts there. Where another
// one is as near but for what rounding does, the tree of edges is asked, as its search is what the stage goes by. Memory: the weights beside each
// station, 480 bytes, of which there is one on R1; the tree. Cost: super-points times edges. Loses to a search in the tree for each super-point, but
// for a few dozen edges. Source: as that of its stage.
#include "compute/network/look/kernel_look.h"
#include "compute/network/side_lines/contract.h"
#include "compute/network/side_lines/side_tree.h"

namespace arete::cpu {

namespace {

/// Which edge is nearest, by a look at all of them.
class EveryEdge {
 public:
  EveryEdge(const SideLinesInput& in, const SideTree& network)
      : edges_(network.branches().edges()), ofTree_(network.nearest()), rounding_(kRounding * in.r1) {}

  uint32_t nearest(const shared::Vector3& place, double within) const {
    double leastSquared = HUGE_VAL, secondSquared = HUGE_VAL;
    uint32_t nearest = 0;
    for (uint32_t i = 0; i < edges_.size(); ++i) {
      const double squared = footOn(edges_[i].edge.from, edges_[i].edge.to, place).squared;
      if (squared < leastSquared) secondSquared = leastSquared, leastSquared = squared, nearest = i;
      else secondSquared = std::min(secondSquared, squared);
    }
    const double least = std::sqrt(leastSquared), second = std::sqrt(secondSquared);
    if (second - least <= rounding_ || std::abs(within - least) <= rounding_) return ofTree_(place, within);
    return least < within ? nearest : UINT32_MAX;
  }

 private:
  static constexpr double kRounding = 1e-6;  // R1: much more than rounding does

  const std::span<const SideEdge> edges_;
  const NearestEdge ofTree_;
  const double rounding_;
};

}  // namespace

SideLines sideLinesSequential(const SideLinesInput& in, const StageContext& context) {
  if (!mayHaveSideLines(in)) return noSideLines(in);
  const std::unique_ptr<Device> device = makeCpuDevice(1);
  const StageContext alone{*device, context.stop, {}};
  const SideTree network(in, alone);
  const EveryEdge edges(in, network);
  const NearestEdge nearest = [&](const shared::Vector3& place, double within) { return edges.nearest(place, within); };
  std::vector<SideProfile> profiles(network.branches().stations().size());
  const SideView view = network.branches().view();
  for (uint32_t i = 0; i < in.points.size(); ++i) {
    context.checkStop();
    const shared::Vector3& place = in.points.places[i];
    const uint32_t edge = nearest(place, view.sight());
    const SideCount count = edge == UINT32_MAX ? SideCount() : view.countOf(place, edge);
    if (count.station != SideCount::kNowhere) weightAt(profiles, count) += in.points.weights[i];
  }
  SideLines lines = linesBeside(in, network.branches(), profiles, nearest, alone);
  const KernelLook look(in.points, sideBall(in), sideBall(in), context);
  for (RidgeNode& node : lines.added) measure(node, look.view(node.place, sideBall(in)));
  return lines;
}

}  // namespace arete::cpu
