// Declarations of the CUDA versions of the stages of networks, as compute/cuda/versions.h has those of the others. Null in builds without CUDA.
#pragma once

#include "compute/stages/fog.h"
#include "compute/stages/local_radius.h"
#include "compute/stages/polish.h"
#include "compute/stages/ridge_shift.h"
#include "compute/stages/seeds.h"
#include "compute/stages/spanner.h"
#include "compute/stages/super_points.h"
#include "compute/stages/thin.h"
#include "compute/stages/tree.h"
#include "compute/stages/witnesses.h"

namespace arete::cuda {

#if defined(ARETE_CUDA)
SuperPoints superPointsCells(const SuperPointsInput&, const StageContext&);
Fog fogCounts(const FogInput&, const StageContext&);
std::vector<double> localRadiusWarps(const LocalRadiusInput&, const StageContext&);
std::vector<uint32_t> seedsTickets(const SeedsInput&, const StageContext&);
uint32_t ridgeShiftBlocks(const RidgeShiftInput&, std::span<RidgeNode>, const StageContext&);
std::vector<uint32_t> thinTickets(const ThinInput&, const StageContext&);
Witnesses witnessesWarps(const WitnessesInput&, const StageContext&);
std::vector<Edge> spannerTickets(const SpannerInput&, const StageContext&);
std::vector<Edge> treeForest(const TreeInput&, const StageContext&);
uint32_t polishWarps(const PolishInput&, std::span<RidgeNode>, const StageContext&);
#else
inline constexpr SuperPointsFunction superPointsCells = nullptr;
inline constexpr FogFunction fogCounts = nullptr;
inline constexpr LocalRadiusFunction localRadiusWarps = nullptr;
inline constexpr SeedsFunction seedsTickets = nullptr;
inline constexpr RidgeShiftFunction ridgeShiftBlocks = nullptr;
inline constexpr ThinFunction thinTickets = nullptr;
inline constexpr WitnessesFunction witnessesWarps = nullptr;
inline constexpr SpannerFunction spannerTickets = nullptr;
inline constexpr TreeFunction treeForest = nullptr;
inline constexpr PolishFunction polishWarps = nullptr;
#endif

}  // namespace arete::cuda
