// The stage tree: its row of the table of stages, and those of its versions that others call by name.
#pragma once

#include "compute/core/stage_info.h"
#include "compute/network/tree/contract.h"

namespace arete {

template <>
struct StageRow<Stage::tree> {
  using Function = TreeFunction;
  static std::span<const Version> versions();
  static TreeInput input(const auto& at) { return {at.points, at.nodes, at.edges, at.rules}; }
  static constexpr StageInfo info{.id = "tree",
                                  .title = "Tree",
                                  .help = "On surfaces, opens the few loops of what is nearly a tree where they are thinnest.",
                                  .use = StageUse::network,
                                  .effect = StepEffect::removes,
                                  .time = "Opening loops."};
};

namespace cpu {
std::vector<Edge> treeSequential(const TreeInput&, const StageContext&);
}  // namespace cpu

}  // namespace arete
