// The versions of ridge_shift: the reference first, the default (fastest exact) last. Each is defined in the file with its name.
#include "compute/core/version.h"
#include "compute/core/version_function.h"
#include "compute/network/ridge_shift/stage.h"

namespace arete {

ARETE_CPU_FUNCTION(RidgeShiftFunction, ridgeShiftRows)
ARETE_CUDA_FUNCTION(RidgeShiftFunction, ridgeShiftBlocks)

std::span<const Version> StageRow<Stage::ridge_shift>::versions() {
  static const Version rows[] = {
      {.id = "ridge_shift.cpu.sequential",
       .label = "Sequential",
       .shows = "The reference: node after node, the kernel's sums over the ball around it, or over a spheroid along a wire, and one eigenvector.",
       .source = "network, step 4; 3D, C 2; Ozertem, Erdogmus 2011",
       .function = cpu::ridgeShiftSequential},
      {.id = "ridge_shift.cpu.rows",
       .label = "Grid rows",
       .shows = "One thread per node; balls are rows of a grid, summed a register at a time; of wires only rows along the axis are read.",
       .source = "network, step 4; 3D, A, C 2",
       .function = cpu::ridgeShiftRows},
      {.id = "ridge_shift.cuda.blocks",
       .label = "A block for eight nodes",
       .shows = "Warps sum the balls, or the spheroids of wires, then one lane per node moves it; all iterations without leaving the GPU.",
       .source = "network, step 4; 3D, A, C 2",
       .function = cuda::ridgeShiftBlocks},
  };
  return rows;
}

}  // namespace arete
