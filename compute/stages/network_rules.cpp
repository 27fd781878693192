#include "compute/stages/network_rules.h"

#include <cmath>
#include <string>

#include "compute/core/error.h"

namespace arete {

NetworkRules networkRules(int dimension) {
  if (dimension == 3) return {};
  if (dimension != 2)
    throw Error(ErrorKind::wrongUse, "cannot detect a network", std::to_string(dimension) + " dimensions", "networks are found in 2 or 3 dimensions",
                "choose two or three columns of the file, or detect chains");
  NetworkRules rules;
  rules.weightWanted = 6;  // with the cap of 2 R1 that follows: R1 itself carries the scale of sparse maps
  rules.radiusSteps = 4;
  rules.loopWitnesses = 1;
  rules.girth = 16;
  rules.poissonOffset = 2;
  rules.poissonLesserEnd = true;
  rules.leaf = 1.5;
  rules.background = rules.crest = rules.junctions = true;
  rules.bridgeNode = 3, rules.bridgeCone = 0.5, rules.bridgeLoops = true;
  rules.endFrom = 2, rules.endTo = 8, rules.endStretch = 2, rules.endClear = 1.5;
  rules.endWeight = 30, rules.endWeightOfTip = false;
  return rules;
}

double steppedRadius(double r1, int step) {
  constexpr double kQuarters[] = {1, 1.189207115002721, 1.4142135623730951, 1.681792830507429};  // powers of 2^(1/4)
  return std::ldexp(r1 * kQuarters[step % 4], step / 4);
}

}  // namespace arete
