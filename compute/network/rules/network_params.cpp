#include "compute/network/rules/network_params.h"

#include <algorithm>

#include "compute/core/gpu_points.h"
#include "compute/network/rules/sphere_places.h"

namespace arete {

static constexpr const char* kOfTheProfile = "auto, by the profile";

static constexpr std::string_view kProfiles[] = {"automatic", "map", "surface", "sphere", "wires"};
const ParamInfo kProfileParam{
    .id = "profile",
    .label = "Profile",
    .unit = "",
    .kind = ParamKind::choice,
    .defaultValue = 0,
    .help =
        "What the points show: 'map', streets and tracks, loops likely; 'surface', tubes and trees in space, loops rare; "
        "'sphere', lines on the unit sphere; 'wires', conductors side by side that hang between pylons, none joined to the next. 'automatic' goes by "
        "the dimension, takes the sphere where all points lie on it, and wires where these explain the points best, detected with R1 where that is "
        "not given.",
    .choices = kProfiles};
const ParamInfo kNeighboursWantedParam{
    .id = "neighbours_wanted",
    .label = "Minimum neighbours",
    .unit = "points",
    .kind = ParamKind::integer,
    .minimum = 0,
    .maximum = 1000,
    .defaultValue = 0,
    .help = "How many points a place must see for its radius to be wide enough. More: steadier, but sparse curves run together.",
    .zeroText = kOfTheProfile};
const ParamInfo kRadiusCapParam{
    .id = "radius_cap",
    .label = "Maximum radius",
    .unit = "R1",
    .kind = ParamKind::real,
    .minimum = 0,
    .maximum = 64,
    .defaultValue = 0,
    .help = "The greatest local radius, as a multiple of R1 (at least 1). More: sparser curves are found, but also more of the background.",
    .zeroText = kOfTheProfile};
const ParamInfo kShortestBranchParam{
    .id = "shortest_branch",
    .label = "Shortest branch",
    .unit = "local radii",
    .kind = ParamKind::real,
    .minimum = 0,
    .maximum = 100,
    .defaultValue = 0,
    .help = "Shorter branches with a free end are taken for noise. More: fewer spurs, but also fewer true side branches.",
    .zeroText = kOfTheProfile};
const ParamInfo kShortestLoopParam{.id = "shortest_loop",
                                   .label = "Shortest loop",
                                   .unit = "local radii",
                                   .kind = ParamKind::real,
                                   .minimum = 0,
                                   .maximum = 1000,
                                   .defaultValue = 0,
                                   .help = "The least length of a loop. More: fewer loops; small blocks of streets stay open.",
                                   .zeroText = kOfTheProfile};
const ParamInfo kTestBackgroundParam{
    .id = "test_background",
    .label = "Test background",
    .unit = "",
    .kind = ParamKind::toggle,
    .defaultValue = 1,
    .help =
        "Branches go that points strewn evenly over the map would explain; in space and on the sphere, what such points hide is not looked for. Off: "
        "no point is taken for strewn, as where streets lie evenly all over the map, or curves all over space."};

const ParamInfo kFollowWidthsParam{
    .id = "follow_widths",
    .label = "Follow widths",
    .unit = "",
    .kind = ParamKind::toggle,
    .defaultValue = 0,
    .help =
        "Each place of a map looks at least as far as its curve is wide there, for fine curves beside wide ones. R1 is then that of the fine ones. A "
        "suggested R1 turns it on where the map holds both."};

static int stepsWithin(double cap) {
  int steps = 0;
  while (steppedRadius(1, steps + 1) <= cap) ++steps;
  return steps;
}

/// Of a cloud on a GPU a few points say no; only a cloud that may lie on the sphere comes to the host.
static bool isOnUnitSphere(const PointCloud& cloud) {
  constexpr uint32_t kFew = 64;
  if (cloud.dimension() != 3 || cloud.empty()) return false;
  const PointArray& shared = *cloud.sharedPoints();
  if (gpuPointsOf(shared) && !areOnUnitSphere(evenSample(shared, kFew), cloud.origin())) return false;
  return areOnUnitSphere(cloud.points(), cloud.origin());
}

NetworkProfile networkProfile(const PointCloud& cloud, const ParamValues& params) {
  if (const int asked = int(params.get(kProfileParam)); asked > 0) return NetworkProfile(asked - 1);
  if (cloud.dimension() == 2) return NetworkProfile::map;
  return isOnUnitSphere(cloud) ? NetworkProfile::sphere : NetworkProfile::surface;
}

bool asksForWires(const ParamValues& params) { return int(params.get(kProfileParam)) == 1 + int(NetworkProfile::wires); }

bool followsWidths(const ParamValues& params) { return params.get(kFollowWidthsParam) != 0; }

/// No branch is tested, and cells in which fog is counted are so large that there are too few to speak of.
static void leaveOutBackground(NetworkRules& rules) {
  constexpr double kWholeCloud = 1e300;
  rules.background = rules.fogBackground = false;
  rules.fogCell = rules.fogCellOnSphere = kWholeCloud;
}

NetworkRules networkRules(const PointCloud& cloud, const ParamValues& params) {
  NetworkRules rules = networkRules(networkProfile(cloud, params), cloud.dimension());
  if (rules.onSphere) checkDirections(cloud);
  if (const double wanted = params.get(kNeighboursWantedParam); wanted > 0) rules.weightWanted = int64_t(wanted);
  if (const double cap = params.get(kRadiusCapParam); cap > 0) rules.radiusSteps = stepsWithin(cap), rules.wireLongest = cap;
  if (const double leaf = params.get(kShortestBranchParam); leaf > 0) {
    rules.leaf = rules.fogLeaf = rules.sparseLeaf = rules.backgroundShortest = leaf;
    rules.bridgedLeaf = std::min(rules.bridgedLeaf, leaf);
  }
  if (const double girth = params.get(kShortestLoopParam); girth > 0) rules.girth = girth;
  if (params.get(kTestBackgroundParam) == 0) leaveOutBackground(rules);
  return rules;
}

}  // namespace arete
