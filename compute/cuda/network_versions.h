// Declarations of the CUDA versions of the stages of networks, as compute/cuda/versions.h has those of the others. Null in builds without CUDA.
#pragma once

#include "compute/stages/background.h"
#include "compute/stages/bridges.h"
#include "compute/stages/crest.h"
#include "compute/stages/ends.h"
#include "compute/stages/fog.h"
#include "compute/stages/junctions.h"
#include "compute/stages/local_radius.h"
#include "compute/stages/polish.h"
#include "compute/stages/prune.h"
#include "compute/stages/radius.h"
#include "compute/stages/refit.h"
#include "compute/stages/ridge_shift.h"
#include "compute/stages/seeds.h"
#include "compute/stages/side_lines.h"
#include "compute/stages/spanner.h"
#include "compute/stages/super_points.h"
#include "compute/stages/thin.h"
#include "compute/stages/tree.h"
#include "compute/stages/twigs.h"
#include "compute/stages/witnesses.h"

namespace arete::cuda {

#if defined(ARETE_CUDA)
CloudRadius radiusWarps(const RadiusInput&, const StageContext&);
SuperPoints superPointsCells(const SuperPointsInput&, const StageContext&);
Fog fogCounts(const FogInput&, const StageContext&);
std::vector<double> localRadiusWarps(const LocalRadiusInput&, const StageContext&);
std::vector<uint32_t> seedsTickets(const SeedsInput&, const StageContext&);
uint32_t ridgeShiftBlocks(const RidgeShiftInput&, MovedNodes, const StageContext&);
std::vector<uint32_t> thinTickets(const ThinInput&, const StageContext&);
Witnesses witnessesWarps(const WitnessesInput&, const StageContext&);
std::vector<Edge> spannerTickets(const SpannerInput&, const StageContext&);
std::vector<Edge> pruneOneBlock(const PruneInput&, const StageContext&);
std::vector<Edge> backgroundBatches(const BackgroundInput&, const StageContext&);
std::vector<Edge> crestBatches(const CrestInput&, const StageContext&);
std::vector<Edge> bridgesDirectionsAside(const BridgesInput&, const StageContext&);
std::vector<Edge> treeForest(const TreeInput&, const StageContext&);
std::vector<Edge> junctionsOneBlock(const JunctionsInput&, std::span<RidgeNode>, const StageContext&);
uint32_t polishWarps(const PolishInput&, std::span<RidgeNode>, const StageContext&);
uint32_t refitShortWalks(const RefitInput&, std::span<RidgeNode>, const StageContext&);
std::vector<Edge> endsBatches(const EndsInput&, std::span<RidgeNode>, const StageContext&);
std::vector<Twig> twigsFlagsAside(const TwigsInput&, const StageContext&);
SideLines sideLinesSegmentTree(const SideLinesInput&, const StageContext&);
#else
inline constexpr RadiusFunction radiusWarps = nullptr;
inline constexpr SuperPointsFunction superPointsCells = nullptr;
inline constexpr FogFunction fogCounts = nullptr;
inline constexpr LocalRadiusFunction localRadiusWarps = nullptr;
inline constexpr SeedsFunction seedsTickets = nullptr;
inline constexpr RidgeShiftFunction ridgeShiftBlocks = nullptr;
inline constexpr ThinFunction thinTickets = nullptr;
inline constexpr WitnessesFunction witnessesWarps = nullptr;
inline constexpr SpannerFunction spannerTickets = nullptr;
inline constexpr PruneFunction pruneOneBlock = nullptr;
inline constexpr BackgroundFunction backgroundBatches = nullptr;
inline constexpr CrestFunction crestBatches = nullptr;
inline constexpr BridgesFunction bridgesDirectionsAside = nullptr;
inline constexpr TreeFunction treeForest = nullptr;
inline constexpr JunctionsFunction junctionsOneBlock = nullptr;
inline constexpr PolishFunction polishWarps = nullptr;
inline constexpr RefitFunction refitShortWalks = nullptr;
inline constexpr EndsFunction endsBatches = nullptr;
inline constexpr TwigsFunction twigsFlagsAside = nullptr;
inline constexpr SideLinesFunction sideLinesSegmentTree = nullptr;
#endif

}  // namespace arete::cuda
