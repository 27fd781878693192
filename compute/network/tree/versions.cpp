// The versions of tree: the reference first, the default (fastest exact) last. Each is defined in the file with its name.
#include "compute/core/version.h"
#include "compute/core/version_function.h"
#include "compute/network/tree/stage.h"

namespace arete {

ARETE_CPU_FUNCTION(TreeFunction, treeDensitiesAside)
ARETE_CUDA_FUNCTION(TreeFunction, treeForest)

std::span<const Version> StageRow<Stage::tree>::versions() {
  static const Version rows[] = {
      {.id = "tree.cpu.sequential",
       .label = "Sequential",
       .shows = "The reference: loop by loop, removes the edge with the least density on its way.",
       .source = "3D, E",
       .function = cpu::treeSequential},
      {.id = "tree.cuda.forest",
       .label = "Forest in rounds",
       .shows = "Strengths by one warp per edge, one sort; then every piece takes the strongest edge that leaves it, again and again.",
       .source = "3D, E; Borůvka 1926",
       .function = cuda::treeForest},
      {.id = "tree.cpu.densities_aside",
       .label = "Densities first",
       .shows = "Finds on all threads how strong edges are; then builds the tree in order.",
       .source = "3D, E",
       .function = cpu::treeDensitiesAside},
  };
  return rows;
}

}  // namespace arete
