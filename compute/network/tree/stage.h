// The stage tree: its row of the table of stages, and its versions; each is defined in the file with its name, here.
#pragma once

#include "compute/core/cuda_function.h"
#include "compute/core/stage_info.h"
#include "compute/network/tree/contract.h"

namespace arete {

template <>
struct StageRow<Stage::tree> {
  using Function = TreeFunction;
  static std::span<const Version> versions();
  static constexpr StageInfo info{.id = "tree",
                                  .title = "Tree",
                                  .help = "On surfaces, opens the few loops of what is nearly a tree where they are thinnest.",
                                  .use = StageUse::network,
                                  .effect = StepEffect::removes,
                                  .time = "Opening loops."};
};

namespace cpu {
std::vector<Edge> treeSequential(const TreeInput&, const StageContext&);
std::vector<Edge> treeDensitiesAside(const TreeInput&, const StageContext&);
}  // namespace cpu

ARETE_CUDA_FUNCTION(TreeFunction, treeForest)

}  // namespace arete
