// The versions of wire_shift: the reference first, the default (fastest exact) last. Each is defined in the file with its name.
#include "compute/core/version.h"
#include "compute/core/version_function.h"
#include "compute/network/wire_shift/stage.h"

namespace arete {

ARETE_CPU_FUNCTION(WireShiftFunction, wireShiftRows)
ARETE_CUDA_FUNCTION(WireShiftFunction, wireShiftWarps)

std::span<const Version> StageRow<Stage::wire_shift>::versions() {
  static const Version rows[] = {
      {.id = "wire_shift.cpu.sequential",
       .label = "Sequential",
       .shows = "The reference: node after node, the kernel's sums over a spheroid along the wire.",
       .source = "3D, C 2",
       .function = cpu::wireShiftSequential},
      {.id = "wire_shift.cpu.rows",
       .label = "Rows",
       .shows = "One thread per node, through all its iterations; of the points only those along its axis are read, in rows of a grid.",
       .source = "3D, C 2",
       .function = cpu::wireShiftRows},
      {.id = "wire_shift.cuda.warps",
       .label = "One warp per node",
       .shows = "The lanes of a warp look through a spheroid together, and go with their node through all iterations.",
       .source = "3D, C 2",
       .function = cuda::wireShiftWarps},
  };
  return rows;
}

}  // namespace arete
