// Constants of the stage ends: ridge nodes stand beyond the true end by one or two deviations, so ends move both ways. Fading tips are nodes beyond
// the end of a branch, which lead it into the fog or aside; they go after the last step of background. Sources: 2D, step 13; 3D, F.
#pragma once

#include <cstdint>

#include "compute/network/rules/stage_rules.h"

namespace arete {

template <>
struct StageRules<Stage::ends> {
  double endFrom = 1.5, endTo = 4;             ///< R from the tip: the stretch whose linear density counts
  double endStretch = 1.5;                     ///< R: its least length
  double endClear = 0;                         ///< R, its distance from a junction
  int64_t endWeight = 64;                      ///< weight that it needs; else the old rule holds
  bool endWeightOfTip = true;                  ///< the weight needed is that of the tip, not that of the stretch
  double endNear = 0;                          ///< R behind the end: where a stretch begins that is as near as it can be; 0: none does
  double endInwards = 1.5, endOutwards = 0.7;  ///< R: how far an end may move
  double fogEndOutwards = 1.75;                ///< endOutwards of surfaces where there is fog: as far as points beyond a tip are seen
  double plainStretch = 2;                     ///< R: the stretch whose linear density the old rule uses (network, step 13); that rule only lengthens
  double fadingShare = 0;       ///< of the branch's typical density: with less a node lies beyond its end, where half of it is seen; 0: none does
  double fadingSight = 12;      ///< R: how far from the end that density is taken
  double fadingDeviations = 2;  ///< that a node may hold less by chance …
  double fadingOffset = 2;      ///< … and added to that as well: where nodes see few points nothing fades
  double fogFadingShare = 0.5;  ///< fadingShare of surfaces where there is fog

  constexpr void fit(NetworkProfile profile) {
    if (profile == NetworkProfile::sphere) fogEndOutwards = endOutwards, fogFadingShare = fadingShare;
    if (profile != NetworkProfile::map) return;
    fadingShare = 0.5;
    endFrom = 2, endTo = 8, endStretch = 2, endClear = 1.5;
    endNear = 0.75;  // along a curve density may change; where a ball sees the noise, less than R behind the end all of it is seen
    endWeight = 30, endWeightOfTip = false;
  }
  constexpr void fit(const Circumstances& at) {
    if (at.isFoggy) fadingShare = fogFadingShare, endOutwards = fogEndOutwards;
    if (at.isSparse) fadingShare = 0;  // where a street is left by buses, others go on
  }
};

}  // namespace arete
