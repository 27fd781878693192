// Declarations of the CPU versions of the stages of networks; each is defined in compute/cpu/<stage>/<name>.cpp.
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

namespace arete::cpu {

SuperPoints superPointsSequential(const SuperPointsInput&, const StageContext&);
SuperPoints superPointsTables(const SuperPointsInput&, const StageContext&);
CloudRadius radiusSequential(const RadiusInput&, const StageContext&);
CloudRadius radiusBlocks(const RadiusInput&, const StageContext&);
Fog fogSequential(const FogInput&, const StageContext&);
std::vector<double> localRadiusSequential(const LocalRadiusInput&, const StageContext&);
std::vector<double> localRadiusRows(const LocalRadiusInput&, const StageContext&);
std::vector<uint32_t> seedsSequential(const SeedsInput&, const StageContext&);
std::vector<uint32_t> seedsPrefixes(const SeedsInput&, const StageContext&);
uint32_t ridgeShiftSequential(const RidgeShiftInput&, MovedNodes, const StageContext&);
uint32_t ridgeShiftRows(const RidgeShiftInput&, MovedNodes, const StageContext&);
std::vector<uint32_t> thinSequential(const ThinInput&, const StageContext&);
std::vector<uint32_t> thinPrefixes(const ThinInput&, const StageContext&);
Witnesses witnessesSequential(const WitnessesInput&, const StageContext&);
Witnesses witnessesWidening(const WitnessesInput&, const StageContext&);
std::vector<Edge> spannerSequential(const SpannerInput&, const StageContext&);
std::vector<Edge> spannerCostsAside(const SpannerInput&, const StageContext&);
std::vector<Edge> pruneSequential(const PruneInput&, const StageContext&);
std::vector<Edge> pruneKeptBranches(const PruneInput&, const StageContext&);
std::vector<Edge> backgroundSequential(const BackgroundInput&, const StageContext&);
std::vector<Edge> backgroundRows(const BackgroundInput&, const StageContext&);
std::vector<Edge> crestSequential(const CrestInput&, const StageContext&);
std::vector<Edge> crestKeptScores(const CrestInput&, const StageContext&);
std::vector<Edge> bridgesSequential(const BridgesInput&, const StageContext&);
std::vector<Edge> bridgesDirectionsAside(const BridgesInput&, const StageContext&);
std::vector<Edge> junctionsSequential(const JunctionsInput&, std::span<RidgeNode>, const StageContext&);
std::vector<Edge> junctionsShortWalks(const JunctionsInput&, std::span<RidgeNode>, const StageContext&);
std::vector<Edge> treeSequential(const TreeInput&, const StageContext&);
std::vector<Edge> treeDensitiesAside(const TreeInput&, const StageContext&);
uint32_t polishSequential(const PolishInput&, std::span<RidgeNode>, const StageContext&);
uint32_t polishRows(const PolishInput&, std::span<RidgeNode>, const StageContext&);
uint32_t refitSequential(const RefitInput&, std::span<RidgeNode>, const StageContext&);
uint32_t refitShortWalks(const RefitInput&, std::span<RidgeNode>, const StageContext&);
std::vector<Edge> endsSequential(const EndsInput&, std::span<RidgeNode>, const StageContext&);
std::vector<Edge> endsRows(const EndsInput&, std::span<RidgeNode>, const StageContext&);
std::vector<Twig> twigsSequential(const TwigsInput&, const StageContext&);
std::vector<Twig> twigsFlagsAside(const TwigsInput&, const StageContext&);
SideLines sideLinesSequential(const SideLinesInput&, const StageContext&);
SideLines sideLinesBlocks(const SideLinesInput&, const StageContext&);

}  // namespace arete::cpu
