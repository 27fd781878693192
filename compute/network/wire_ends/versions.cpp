// The versions of wire_ends: the reference first, the default (fastest exact) last. Each is defined in the file with its name.
#include "compute/core/version.h"
#include "compute/core/version_function.h"
#include "compute/network/wire_ends/stage.h"

namespace arete {

ARETE_CUDA_FUNCTION(WireEndsFunction, wireEndsWarps)

std::span<const Version> StageRow<Stage::wire_ends>::versions() {
  static const Version rows[] = {
      {.id = "wire_ends.cpu.sequential",
       .label = "Sequential",
       .shows = "The reference: from each end, point after point.",
       .source = "ours",
       .function = cpu::wireEndsSequential},
      {.id = "wire_ends.cuda.warps",
       .label = "One warp per end",
       .shows = "The lanes of a warp look ahead of an end together, step after step; all ends go at once.",
       .source = "ours",
       .function = cuda::wireEndsWarps},
  };
  return rows;
}

}  // namespace arete
