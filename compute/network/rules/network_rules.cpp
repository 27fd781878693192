#include "compute/network/rules/network_rules.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "compute/core/error.h"

namespace arete {

/// Loops are likely.
static NetworkRules openRules() {
  NetworkRules rules;
  rules.loopWitnesses = 1;
  rules.girth = 16;
  rules.poissonOffset = 2;
  rules.poissonLesserEnd = true;
  rules.bridgeNode = 3, rules.bridgeCone = 0.5, rules.bridgeLoops = true;
  return rules;
}

static NetworkRules mapRules() {
  NetworkRules rules = openRules();
  rules.weightWanted = 12;  // with the cap of 4 R1 that follows: R1 is as fine as busy streets allow, and most of a map looks farther
  rules.radiusSteps = 8;
  rules.loopWitnesses = 2;  // of what sees so far, one point is found beside every gap
  rules.bridgeNode = 4;     // a stub of a side street ends one or two R off the middle of the street
  rules.sparseWeight = 12, rules.sparseLeaf = 0.7;
  rules.background = rules.crest = rules.crestInner = rules.junctions = rules.bends = rules.sideLines = true;
  rules.fadingShare = 0.5;
  rules.backgroundFogDeviations = 1.5;  // 3 takes streets that are a fifth as dense as others, but is right where there are streets off the network
  rules.crestSkip = 2, rules.crestValley = 1.5;
  rules.endFrom = 2, rules.endTo = 8, rules.endStretch = 2, rules.endClear = 1.5;
  rules.endNear = 0.75;  // along a curve density may change; where a ball sees the noise, less than R behind the end all of it is seen
  rules.endWeight = 30, rules.endWeightOfTip = false;
  rules.tangentWithin = 20;  // two circles that touch run together for 17 R where R1 is as small as the noise
  return rules;
}

static NetworkRules surfaceRules() {
  NetworkRules rules;
  rules.treeLikely = rules.twigs = true;
  rules.fogLeaf = 4;  // 2.5 leaves false ones in most networks of four arms in 20 % fog; 5 costs F
  return rules;
}

/// Chosen on one cloud, quakes. Source: 3D, D.
static NetworkRules sphereRules() {
  NetworkRules rules = openRules();
  rules.onSphere = true;
  rules.radiusSteps = 13;  // to 9.5 R1
  rules.reach = 3;
  rules.leaf = 2;
  rules.bridgeEnds = rules.bridgeNode = 6;
  return rules;
}

static NetworkRules wireRules() {
  NetworkRules rules;
  rules.wires = rules.wireFollow = true;
  rules.piece = 1;    // `wireShortest` says how short a wire may be
  rules.reach = 1.5;  // what is farther apart is a gap; those are joined by where the ends point
  return rules;
}

NetworkRules networkRules(NetworkProfile profile, int dimension) {
  const bool isMap = profile == NetworkProfile::map;
  if (dimension != 2 && dimension != 3)
    throw Error(ErrorKind::wrongUse, "cannot detect a network", std::to_string(dimension) + " dimensions", "networks are found in 2 or 3 dimensions",
                "choose two or three columns of the file, or detect chains");
  if (dimension != (isMap ? 2 : 3))
    throw Error(ErrorKind::wrongUse, "cannot detect a network", std::to_string(dimension) + " dimensions",
                isMap ? "maps have 2 dimensions" : "surfaces, spheres and wires have 3 dimensions", "choose another profile");
  switch (profile) {
    case NetworkProfile::map: return mapRules();
    case NetworkProfile::sphere: return sphereRules();
    case NetworkProfile::wires: return wireRules();
    default: return surfaceRules();
  }
}

NetworkRules networkRules(int dimension) { return networkRules(dimension == 2 ? NetworkProfile::map : NetworkProfile::surface, dimension); }

NetworkRules rulesInFog(NetworkRules rules, double share) {
  if (share <= rules.fogShare) return rules;
  rules.leaf = std::max(rules.leaf, rules.fogLeaf);
  rules.background |= rules.onSphere;
  if (!rules.onSphere) rules.fadingShare = rules.fogFadingShare, rules.endOutwards = rules.fogEndOutwards;
  rules.twigs = false;
  return rules;
}

NetworkRules rulesOfSparse(NetworkRules rules) {
  rules.leaf = rules.sparseLeaf;
  rules.crestLeafLongest = 0;    // none is tested
  rules.backgroundShortest = 0;  // its streets look like fog
  rules.fadingShare = 0;         // where a street is left by buses, others go on
  return rules;
}

double steppedRadius(double r1, int step) {
  constexpr double kQuarters[] = {1, 1.189207115002721, 1.4142135623730951, 1.681792830507429};  // powers of 2^(1/4)
  return std::ldexp(r1 * kQuarters[step % 4], step / 4);
}

}  // namespace arete
