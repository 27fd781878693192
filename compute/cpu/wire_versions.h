// Declarations of the CPU versions of the stages that only wires have; each is defined in compute/cpu/<stage>/<name>.cpp.
#pragma once

#include "compute/stages/wire_claims.h"
#include "compute/stages/wire_ends.h"
#include "compute/stages/wire_gaps.h"
#include "compute/stages/wire_lines.h"
#include "compute/stages/wire_polish.h"
#include "compute/stages/wire_shift.h"
#include "compute/stages/wire_strands.h"
#include "compute/stages/wire_thin.h"

namespace arete::cpu {

uint32_t wireLinesSequential(const WireLinesInput&, std::span<RidgeNode>, const StageContext&);
uint32_t wireLinesRows(const WireLinesInput&, std::span<RidgeNode>, const StageContext&);
uint32_t wireShiftSequential(const WireShiftInput&, MovedNodes, const StageContext&);
uint32_t wireShiftRows(const WireShiftInput&, MovedNodes, const StageContext&);
std::vector<uint32_t> wireThinSequential(const WireThinInput&, const StageContext&);
std::vector<uint32_t> wireThinPrefixes(const WireThinInput&, const StageContext&);
std::vector<Edge> wireStrandsSequential(const WireStrandsInput&, const StageContext&);
std::vector<Edge> wireStrandsCostsAside(const WireStrandsInput&, const StageContext&);
std::vector<Edge> wireClaimsSequential(const WireClaimsInput&, const StageContext&);
std::vector<Edge> wireClaimsStrandsAside(const WireClaimsInput&, const StageContext&);
std::vector<Edge> wireGapsSequential(const WireGapsInput&, const StageContext&);
uint32_t wirePolishSequential(const WirePolishInput&, std::span<RidgeNode>, const StageContext&);
uint32_t wirePolishRows(const WirePolishInput&, std::span<RidgeNode>, const StageContext&);
uint32_t wireEndsSequential(const WireEndsInput&, std::span<RidgeNode>, const StageContext&);

}  // namespace arete::cpu
