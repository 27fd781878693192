// Everything that a network is made with besides R1: the constants of its stages, each with its reason and source, in compute/network/STAGE/rules.h,
// and here those of all. Lengths are in units of R1 or of the local radius R, as stated; weights are numbers of points. Sources: "network" is the
// method; "2D" the changes for maps, "3D" those in space.
#pragma once

#include <cstddef>
#include <utility>

#include "compute/network/rules/stage_rules.h"
#include "compute/network/wire_follow/rules.h"

#define ARETE_TEXT(words) #words
// clang-format off
#define ARETE_IN_FOLDER(folder) ARETE_TEXT(compute/network/folder/rules.h)
// clang-format on
#include "compute/network/stages.def"
#undef ARETE_IN_FOLDER
#undef ARETE_TEXT

namespace arete {

/// Constants that no single stage has.
struct SharedNetworkRules {
  bool onSphere = false;  ///< nodes stay on the unit sphere around the file's origin
  bool wires = false;     ///< thin curves side by side, without junctions; they have a plan of their own. R1 is how far they look across, everywhere
  double ball = 1.75;     ///< of R, every ball that is looked into: below 1.5 thin lines break, above 2 bends are cut
  int rounds = 2;         ///< of witnesses, spanner and prune: nodes without edges leave, and their points become witnesses for the neighbours

  constexpr void fit(NetworkProfile profile) { onSphere = profile == NetworkProfile::sphere, wires = profile == NetworkProfile::wires; }
};

/// All parts as one, each of which fits itself to what changes it.
template <class... Part>
struct JoinedRules : Part... {
  template <class Change>
  constexpr void fit(const Change& change) {
    (fitPart<Part>(change), ...);
  }

 private:
  template <class One, class Change>
  constexpr void fitPart(const Change& change) {
    if constexpr (requires(One & one) { one.fit(change); }) static_cast<One&>(*this).fit(change);
  }
};

template <class Stages>
struct RulesOfStages;
template <size_t... index>
struct RulesOfStages<std::index_sequence<index...>> {
  using Joined = JoinedRules<SharedNetworkRules, WireFollowRules, StageRules<Stage(index)>...>;
};

struct NetworkRules : RulesOfStages<std::make_index_sequence<kStageCount>>::Joined {};

/// Throws Error(wrongUse) where the profile does not fit that dimension.
NetworkRules networkRules(NetworkProfile profile, int dimension);
/// The rules of maps in the plane, of surfaces in space. Throws Error(wrongUse) for any other dimension.
NetworkRules networkRules(int dimension);

/// The rules in force: those that are asked for, under these circumstances.
NetworkRules rulesInForce(NetworkRules asked, const Circumstances& at);

/// The local radius after this many of `radiusSteps`.
double steppedRadius(double r1, int step);

}  // namespace arete
