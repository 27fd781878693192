// Constants of the stage background: points scattered evenly over the map. Every bound asks whether there are enough points to decide. Sources: 2D,
// step 9b; compute/network/background/sparse_map.h for maps where a typical street holds few points, so that few beside a branch prove nothing.
#pragma once

#include "compute/network/rules/stage_rules.h"

namespace arete {

template <>
struct StageRules<Stage::background> {
  bool background = false;                                      ///< only maps, and the sphere where there is fog
  bool fogBackground = false;                                   ///< only the sphere: where there is fog
  double backgroundAway = 2;                                    ///< R1 off the network: what lies farther is background
  int backgroundPlaces = 20000;                                 ///< number of places that measure its area
  double backgroundLeastOff = 0.02;                             ///< share of these: with fewer its area is negligible
  double backgroundLeastFog = 0.02;                             ///< of the cloud: with 5 % instead, fog that the first round's web hides is missed
  double backgroundFactor = 1.75;                               ///< of the intensity: the ridge finds the densest ways through fog
  double backgroundDeviations = 3;                              ///< above it, which a branch needs where the background is clumped …
  double backgroundFogDeviations = 3;                           ///< … and where it is not
  double backgroundWidest = 1.5;                                ///< of R1, to either side of a branch
  double backgroundSkip = 1, backgroundLeafSkip = 1.5;          ///< R left out at a junction
  double backgroundPower = 4, backgroundLeafPower = 1;          ///< expected points needed for a decision; in sparse clouds nothing fails
  double backgroundLeaf = 1.5, backgroundLeafDeviations = 3.9;  ///< times the factor, and deviations, of leaf branches: fog hangs on every border
  double backgroundPart = 0.75, backgroundPartDeviations = 1;   ///< the same of parts of inner branches, which are many
  double backgroundPiece = 3;                                   ///< R, the least length of a part: a true arm that continues into the fog is trimmed
  double backgroundShortest = 3;   ///< R: a shorter leaf branch in fog that is not clumped is a clump of it, unless the map is sparse
  double backgroundClumped = 0.5;  ///< void index below which it is no fog: fog has 0.97 to 1, sparse tracks 0.66, a town 0.05
  double backgroundVoid = 4;       ///< R1, the largest circle of the void index
  int backgroundRounds = 8;        ///< at most
  double sparseShare = 0.3;        ///< of the network's weight lies where it is sparser than is typical: less may be fog, whose web is there at first
  double sparseLength = 3;         ///< R1: a map is sparse where this length of a typical street holds less than …
  double sparseWeight = 0;         ///< … this weight; 0: it never is

  constexpr void fit(NetworkProfile profile) {
    fogBackground = profile == NetworkProfile::sphere;
    if (profile != NetworkProfile::map) return;
    background = true, sparseWeight = 12;
    backgroundFogDeviations = 1.5;  // 3 takes streets that are a fifth as dense as others, but is right where there are streets off the network
  }
  constexpr void fit(const Circumstances& at) {
    if (at.isFoggy && fogBackground) background = true;
    if (at.isSparse) backgroundShortest = 0;  // its streets look like fog
  }
};

}  // namespace arete
