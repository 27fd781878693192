// The versions of side_lines: the reference first, the default (fastest exact) last. Each is defined in the file with its name.
#include "compute/core/version.h"
#include "compute/core/version_function.h"
#include "compute/network/side_lines/stage.h"

namespace arete {

ARETE_CPU_FUNCTION(SideLinesFunction, sideLinesBlocks)
ARETE_CUDA_FUNCTION(SideLinesFunction, sideLinesSegmentTree)

std::span<const Version> StageRow<Stage::side_lines>::versions() {
  static const Version rows[] = {
      {.id = "side_lines.cpu.sequential",
       .label = "Sequential",
       .shows =
           "The reference: every super-point looks at every edge, and counts beside the nearest; what one side has more than the other is a line.",
       .source = "none",
       .function = cpu::sideLinesSequential},
      {.id = "side_lines.cpu.blocks",
       .label = "Blocks",
       .shows = "Super-points in small blocks have the same few edges near them: a tree of boxes is asked once for each block.",
       .source = "none",
       .function = cpu::sideLinesBlocks},
      {.id = "side_lines.cuda.segment_tree",
       .label = "Segment tree",
       .shows = "One thread per super-point searches the tree of edges and adds its weight; the host finds the lines.",
       .source = "none",
       .function = cuda::sideLinesSegmentTree},
  };
  return rows;
}

}  // namespace arete
