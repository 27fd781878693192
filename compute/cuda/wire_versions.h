// Declarations of the CUDA versions of the stages that only wires have, as compute/cuda/network_versions.h. Null in builds without CUDA.
#pragma once

#include "compute/stages/wire_claims.h"
#include "compute/stages/wire_ends.h"
#include "compute/stages/wire_gaps.h"
#include "compute/stages/wire_lines.h"
#include "compute/stages/wire_polish.h"
#include "compute/stages/wire_shift.h"
#include "compute/stages/wire_strands.h"
#include "compute/stages/wire_thin.h"

namespace arete::cuda {

#if defined(ARETE_CUDA)
uint32_t wireLinesBlocks(const WireLinesInput&, std::span<RidgeNode>, const StageContext&);
uint32_t wireShiftWarps(const WireShiftInput&, MovedNodes, const StageContext&);
std::vector<uint32_t> wireThinTickets(const WireThinInput&, const StageContext&);
std::vector<Edge> wireStrandsOneBlock(const WireStrandsInput&, const StageContext&);
std::vector<Edge> wireClaimsBatches(const WireClaimsInput&, const StageContext&);
std::vector<Edge> wireGapsWarps(const WireGapsInput&, const StageContext&);
uint32_t wirePolishWarps(const WirePolishInput&, std::span<RidgeNode>, const StageContext&);
uint32_t wireEndsWarps(const WireEndsInput&, std::span<RidgeNode>, const StageContext&);
#else
inline constexpr WireLinesFunction wireLinesBlocks = nullptr;
inline constexpr WireShiftFunction wireShiftWarps = nullptr;
inline constexpr WireThinFunction wireThinTickets = nullptr;
inline constexpr WireStrandsFunction wireStrandsOneBlock = nullptr;
inline constexpr WireClaimsFunction wireClaimsBatches = nullptr;
inline constexpr WireGapsFunction wireGapsWarps = nullptr;
inline constexpr WirePolishFunction wirePolishWarps = nullptr;
inline constexpr WireEndsFunction wireEndsWarps = nullptr;
#endif

}  // namespace arete::cuda
