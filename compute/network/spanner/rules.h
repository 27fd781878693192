// Constants of the stage spanner; how long a loop must be is asked by crest too. Sources: network, steps 6 to 8; 3D, E.
#pragma once

#include <algorithm>
#include <cstdint>

#include "compute/network/rules/stage_rules.h"

namespace arete {

template <>
struct StageRules<Stage::spanner> {
  double reach = 2.5;         ///< of the greater R: the longest edge
  double dipRefused = 0.1;    ///< least density on the way over that of the sparser end: below, the edge crosses a gap
  int64_t loopWitnesses = 3;  ///< weight that an edge needs to close a loop
  int64_t endWitnesses = 1;   ///< the same where it joins two ends
  double girth = 32;          ///< least way round a loop, in local radii
  double treeGirth =
      4;  ///< `girth` where loops are false: where branches touch, the right edge may be the second one; all are let in, and the weakest go
  int64_t treeWitnesses = 1;      ///< `loopWitnesses` there
  double poissonDeviations = 2;   ///< standard deviations added to the number of witnesses
  double poissonOffset = 1;       ///< added to them as well, so that the absence of witnesses is no proof
  double poissonShare = 0.25;     ///< of the linear density: so many must be witnesses; on a curve about half are expected to be
  bool poissonLesserEnd = false;  ///< compares with the sparser end: with the denser one, tests remove every side street of a busy street

  constexpr void fit(NetworkProfile profile) {
    const bool isMap = profile == NetworkProfile::map, isSphere = profile == NetworkProfile::sphere;
    if (isMap || isSphere) loopWitnesses = 1, girth = 16, poissonOffset = 2, poissonLesserEnd = true;  // loops are likely
    if (isMap) loopWitnesses = 2;  // of what sees so far, one point is found beside every gap
    if (isSphere) reach = 3;
    if (profile == NetworkProfile::wires) reach = 1.5;  // what is farther apart is a gap; those are joined by where the ends point
  }
  constexpr void fit(const Circumstances& at) {
    if (at.isTree) girth = std::min(girth, treeGirth), loopWitnesses = treeWitnesses;
  }
};

}  // namespace arete
