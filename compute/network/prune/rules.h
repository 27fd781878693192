// Constants of the stage prune; leaf branches are as long where background and crest judge them. Source: network, step 9.
#pragma once

#include <algorithm>

#include "compute/network/rules/stage_rules.h"

namespace arete {

template <>
struct StageRules<Stage::prune> {
  double leaf = 1;         ///< of the greater R of its two ends: a shorter leaf branch is removed
  double fogLeaf = 2.5;    ///< `leaf` where there is fog: clumps of fog hang on every curve
  double sparseLeaf = 1;   ///< `leaf` of sparse maps
  double bridgedLeaf = 0;  ///< R1: a shorter leaf branch is removed once gaps are closed; before, a street with gaps is a row of leaves. 0: none is
  double piece = 4;        ///< local radii: a shorter isolated piece is removed

  constexpr void fit(NetworkProfile profile) {
    if (profile == NetworkProfile::map) sparseLeaf = 0.7, bridgedLeaf = 2;
    if (profile == NetworkProfile::surface) fogLeaf = 4;  // 2.5 leaves false ones in most networks of four arms in 20 % fog; 5 costs F
    if (profile == NetworkProfile::sphere) leaf = 2;
    if (profile == NetworkProfile::wires) piece = 1;  // `wireShortest` says how short a wire may be
  }
  constexpr void fit(const Circumstances& at) {
    if (at.isFoggy) leaf = std::max(leaf, fogLeaf);
    if (at.isSparse) leaf = sparseLeaf;
  }
};

}  // namespace arete
