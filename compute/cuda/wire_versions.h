// Declarations of the CUDA versions of the stages that only wires have, as compute/cuda/network_versions.h. Null in builds without CUDA.
#pragma once

#include "compute/stages/wire_lines.h"
#include "compute/stages/wire_polish.h"
#include "compute/stages/wire_shift.h"

namespace arete::cuda {

#if defined(ARETE_CUDA)
uint32_t wireLinesBlocks(const WireLinesInput&, std::span<RidgeNode>, const StageContext&);
uint32_t wireShiftWarps(const WireShiftInput&, std::span<RidgeNode>, const StageContext&);
uint32_t wirePolishWarps(const WirePolishInput&, std::span<RidgeNode>, const StageContext&);
#else
inline constexpr WireLinesFunction wireLinesBlocks = nullptr;
inline constexpr WireShiftFunction wireShiftWarps = nullptr;
inline constexpr WirePolishFunction wirePolishWarps = nullptr;
#endif

}  // namespace arete::cuda
