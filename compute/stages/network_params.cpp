#include "compute/stages/network_params.h"

namespace arete {

static constexpr const char* kOfTheProfile = "as the profile says";

const ParamInfo kNeighboursWantedParam{
    .id = "neighbours_wanted",
    .label = "Neighbours wanted",
    .unit = "points",
    .kind = ParamKind::integer,
    .minimum = 0,
    .maximum = 1000,
    .defaultValue = 0,
    .help = "How many points a place must see for its radius to be wide enough. More: steadier, but sparse curves run together.",
    .zeroText = kOfTheProfile};
const ParamInfo kRadiusCapParam{
    .id = "radius_cap",
    .label = "Radius cap",
    .unit = "R1",
    .kind = ParamKind::real,
    .minimum = 0,
    .maximum = 64,
    .defaultValue = 0,
    .help = "The greatest local radius, as a multiple of R1 (at least 1). More: sparser curves are found, and more of the background is.",
    .zeroText = kOfTheProfile};
const ParamInfo kShortestBranchParam{
    .id = "shortest_branch",
    .label = "Shortest branch",
    .unit = "local radii",
    .kind = ParamKind::real,
    .minimum = 0,
    .maximum = 100,
    .defaultValue = 0,
    .help = "Branches that end freely and are shorter are taken for noise. More: fewer spurs, and fewer true side branches.",
    .zeroText = kOfTheProfile};
const ParamInfo kShortestLoopParam{.id = "shortest_loop",
                                   .label = "Shortest loop",
                                   .unit = "local radii",
                                   .kind = ParamKind::real,
                                   .minimum = 0,
                                   .maximum = 1000,
                                   .defaultValue = 0,
                                   .help = "The least way round of a loop. More: fewer loops; small blocks of streets stay open.",
                                   .zeroText = kOfTheProfile};

static int stepsWithin(double cap) {
  int steps = 0;
  while (steppedRadius(1, steps + 1) <= cap) ++steps;
  return steps;
}

NetworkRules networkRules(int dimension, const ParamValues& params) {
  NetworkRules rules = networkRules(dimension);
  if (const double wanted = params.get(kNeighboursWantedParam); wanted > 0) rules.weightWanted = int64_t(wanted);
  if (const double cap = params.get(kRadiusCapParam); cap > 0) rules.radiusSteps = stepsWithin(cap);
  if (const double leaf = params.get(kShortestBranchParam); leaf > 0) rules.leaf = leaf;
  if (const double girth = params.get(kShortestLoopParam); girth > 0) rules.girth = girth;
  return rules;
}

}  // namespace arete
