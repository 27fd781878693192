// Constants of the stage junctions, which has its place before polish. Source: 2D, step 11b.
#pragma once

#include "compute/network/rules/stage_rules.h"

namespace arete {

template <>
struct StageRules<Stage::junctions> {
  bool junctions = false;        ///< only maps: in space crossings are rare, and merging costs true junctions
  double mergeWithin = 2;        ///< mean R: two junctions this close are one crossing, which the shift has split
  double tangentWithin = 12;     ///< mean R: two curves that touch run together for this long
  double tangentArm = 3;         ///< R from a junction: where the direction of its arm is measured
  double tangentOpening = 0.34;  ///< least cosine of the angle between the two arms of a junction, which a junction beside its place hardly changes …
  double tangentCosine = 0.95;  ///< … and of the angle between their bisector and the way between the junctions

  constexpr void fit(NetworkProfile profile) {
    if (profile == NetworkProfile::map)
      junctions = true, tangentWithin = 20;  // two circles that touch run together for 17 R where R1 is as small as the noise
  }
};

}  // namespace arete
