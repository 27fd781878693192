// Constants of the stage crest: weight beside a branch is counted in bins, a centre and four on either side. Sources: network, step 10; 2D, step 10.
#pragma once

#include "compute/network/rules/stage_rules.h"

namespace arete {

template <>
struct StageRules<Stage::crest> {
  bool crest = false;             ///< only maps, and the sphere where there is fog: a hollow tube has no crest
  bool fogCrest = false;          ///< only the sphere: where there is fog
  bool crestInner = false;        ///< inner branches are tested too
  double crestBin = 1.4;          ///< width of a bin, in units of the smaller of the mean R and crestWidest R1
  double crestWidest = 1.5;       ///< of R1: in a wider one a sparse street sees the next street
  double crestSkip = 1;           ///< R, left out at a junction, where the tail of the other street fills all bins evenly and hides the crest
  double crestValley = 2;         ///< how much more than the valley the centre must hold
  double crestFull = 1.5;         ///< deviations that make a score of 1 …
  double crestPerRoot = 0.7;      ///< … or this many times sqrt(centre), if that is less: absence of evidence is not evidence
  double crestLeaf = 1;           ///< score that a leaf branch needs
  double crestLeafLongest = 20;   ///< local radii: longer leaf branches are not tested
  double crestLoop = 2;           ///< score that an inner branch needs where the way round is `girth`; less where it is longer
  double crestInnerShortest = 2;  ///< mean R of its junctions: a shorter one is no branch, but a part of a crossing (`mergeWithin`)
  double crestInnerLongest = 40;  ///< local radii
  double crestWayLongest = 100;   ///< local radii: how far a way round is searched
  int crestSweeps = 10;           ///< at most

  constexpr void fit(NetworkProfile profile) {
    fogCrest = profile == NetworkProfile::sphere;
    if (profile == NetworkProfile::map) crest = crestInner = true, crestSkip = 2, crestValley = 1.5;
  }
  constexpr void fit(const Circumstances& at) {
    if (at.isFoggy && fogCrest) crest = true;
    if (at.isSparse) crestLeafLongest = 0;  // none is tested
  }
};

}  // namespace arete
