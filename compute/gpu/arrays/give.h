// Room for numbers that are given to other programs.
#pragma once

#include "compute/core/gpu_arrays.h"

namespace arete::cuda {

/// Numbers that are to be written, on the current GPU, which is `gpu`; any stream may.
GpuNumbers numbersOnGpu(uint64_t rows, int columns, ElementType type, int gpu);

}  // namespace arete::cuda
