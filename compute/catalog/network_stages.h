// The rows of the table of stages that make a network. Source: network.
#pragma once

#include "compute/catalog/stage_info.h"
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

namespace arete {

template <>
struct StageRow<Stage::radius> {
  using Function = RadiusFunction;
  static constexpr StageInfo info{.id = "radius",
                                  .title = "Radius",
                                  .help = "Where R1 is not given, reads it off the cloud: how wide is it where it looks like a curve?",
                                  .use = StageUse::network,
                                  .time = "Looking at what balls of many sizes hold."};
};

template <>
struct StageRow<Stage::super_points> {
  using Function = SuperPointsFunction;
  static constexpr StageInfo info{.id = "super_points",
                                  .title = "Super-points",
                                  .help = "Replaces the points of each small cell by their mean and their number.",
                                  .use = StageUse::network,
                                  .effect = StepEffect::picks,
                                  .time = "Putting the points into cells."};
};

template <>
struct StageRow<Stage::fog> {
  using Function = FogFunction;
  static constexpr StageInfo info{.id = "fog",
                                  .title = "Fog",
                                  .help = "In space, finds how densely points are scattered between the curves.",
                                  .use = StageUse::network,
                                  .effect = StepEffect::alters,
                                  .time = "Counting points in large cells."};
};

template <>
struct StageRow<Stage::local_radius> {
  using Function = LocalRadiusFunction;
  static constexpr StageInfo info{.id = "local_radius",
                                  .title = "Local radius",
                                  .help = "Finds how wide to look at each place: wider where the points are sparse.",
                                  .use = StageUse::network,
                                  .effect = StepEffect::alters,
                                  .time = "Counting points in balls."};
};

template <>
struct StageRow<Stage::seeds> {
  using Function = SeedsFunction;
  static constexpr StageInfo info{.id = "seeds",
                                  .title = "Seeds",
                                  .help = "Picks the places that will move onto the ridge, the ones with most points first.",
                                  .use = StageUse::network,
                                  .effect = StepEffect::picks,
                                  .time = "Picking the places that will move."};
};

template <>
struct StageRow<Stage::ridge_shift> {
  using Function = RidgeShiftFunction;
  static constexpr StageInfo info{.id = "ridge_shift",
                                  .title = "Ridge shift",
                                  .help = "Moves every seed across the curve onto its crest, and never along it, until it stands still.",
                                  .use = StageUse::network,
                                  .effect = StepEffect::moves,
                                  .step = "iteration",
                                  .countKey = "ridge_shift_iterations",
                                  .time = "All iterations of the ridge shift so far."};
};

template <>
struct StageRow<Stage::thin> {
  using Function = ThinFunction;
  static constexpr StageInfo info{.id = "thin",
                                  .title = "Thin",
                                  .help = "Leaves one node where many came to the same place.",
                                  .use = StageUse::network,
                                  .effect = StepEffect::removes,
                                  .time = "Removing nodes that stand too close."};
};

template <>
struct StageRow<Stage::witnesses> {
  using Function = WitnessesFunction;
  static constexpr StageInfo info{.id = "witnesses",
                                  .title = "Witnesses",
                                  .help = "Finds the pairs of nodes that have points between them, which are evidence of an edge.",
                                  .use = StageUse::network,
                                  .effect = StepEffect::joins,
                                  .time = "Finding the two nearest nodes of each place."};
};

template <>
struct StageRow<Stage::spanner> {
  using Function = SpannerFunction;
  static constexpr StageInfo info{.id = "spanner",
                                  .title = "Spanner",
                                  .help = "Joins nodes, the best pairs first; closes a loop only where enough points support it.",
                                  .use = StageUse::network,
                                  .effect = StepEffect::joins,
                                  .time = "Joining nodes."};
};

template <>
struct StageRow<Stage::prune> {
  using Function = PruneFunction;
  static constexpr StageInfo info{.id = "prune",
                                  .title = "Prune",
                                  .help = "Removes spurs and small pieces that are too short for their local radius to be certain.",
                                  .use = StageUse::network,
                                  .effect = StepEffect::removes,
                                  .time = "Removing spurs and small pieces."};
};

template <>
struct StageRow<Stage::background> {
  using Function = BackgroundFunction;
  static constexpr StageInfo info{.id = "background",
                                  .title = "Background",
                                  .help = "On maps, removes what an even background of points alone would explain.",
                                  .use = StageUse::network,
                                  .effect = StepEffect::removes,
                                  .time = "Testing branches against the background."};
};

template <>
struct StageRow<Stage::crest> {
  using Function = CrestFunction;
  static constexpr StageInfo info{.id = "crest",
                                  .title = "Crest",
                                  .help = "On maps, removes branches along which no crest runs: tails of wide streets, and fog.",
                                  .use = StageUse::network,
                                  .effect = StepEffect::removes,
                                  .time = "Testing branches for a crest."};
};

template <>
struct StageRow<Stage::bridges> {
  using Function = BridgesFunction;
  static constexpr StageInfo info{.id = "bridges",
                                  .title = "Bridges",
                                  .help = "Closes gaps that an end points across.",
                                  .use = StageUse::network,
                                  .effect = StepEffect::joins,
                                  .time = "Closing gaps."};
};

template <>
struct StageRow<Stage::tree> {
  using Function = TreeFunction;
  static constexpr StageInfo info{.id = "tree",
                                  .title = "Tree",
                                  .help = "On surfaces, opens the few loops of what is nearly a tree where they are thinnest.",
                                  .use = StageUse::network,
                                  .effect = StepEffect::removes,
                                  .time = "Opening loops."};
};

template <>
struct StageRow<Stage::junctions> {
  using Function = JunctionsFunction;
  static constexpr StageInfo info{.id = "junctions",
                                  .title = "Junctions",
                                  .help = "On maps, makes one junction of two where curves cross or touch.",
                                  .use = StageUse::network,
                                  .effect = StepEffect::joins,
                                  .time = "Merging junctions."};
};

template <>
struct StageRow<Stage::polish> {
  using Function = PolishFunction;
  static constexpr StageInfo info{.id = "polish",
                                  .title = "Polish",
                                  .help = "Smooths the network and draws it back onto the ridge.",
                                  .use = StageUse::network,
                                  .effect = StepEffect::moves,
                                  .step = "round",
                                  .countKey = "polish_rounds",
                                  .time = "Smoothing the network."};
};

template <>
struct StageRow<Stage::refit> {
  using Function = RefitFunction;
  static constexpr StageInfo info{.id = "refit",
                                  .title = "Refit",
                                  .help = "On maps, puts every junction where the lines of its arms meet.",
                                  .use = StageUse::network,
                                  .effect = StepEffect::moves,
                                  .time = "Fitting junctions to their arms."};
};

template <>
struct StageRow<Stage::ends> {
  using Function = EndsFunction;
  static constexpr StageInfo info{.id = "ends",
                                  .title = "Ends",
                                  .help = "Moves every end to where the points end.",
                                  .use = StageUse::network,
                                  .effect = StepEffect::moves,
                                  .time = "Moving the ends."};
};

template <>
struct StageRow<Stage::twigs> {
  using Function = TwigsFunction;
  static constexpr StageInfo info{.id = "twigs",
                                  .title = "Twigs",
                                  .help = "On surfaces, makes a branch of points that hang on the network and are too few for a ridge of their own.",
                                  .use = StageUse::network,
                                  .effect = StepEffect::joins,
                                  .time = "Joining what is left over."};
};

template <>
struct StageRow<Stage::side_lines> {
  using Function = SideLinesFunction;
  static constexpr StageInfo info{.id = "side_lines",
                                  .title = "Side lines",
                                  .help = "On maps, finds lines beside busier ones, by what one side of a line has more than the other.",
                                  .use = StageUse::network,
                                  .effect = StepEffect::joins,
                                  .time = "Counting the points beside branches, and joining the lines among them."};
};

}  // namespace arete
