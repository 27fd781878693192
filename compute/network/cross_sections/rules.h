// Constants of the stage cross_sections: bodies with a wall.
#pragma once

#include "compute/network/rules/stage_rules.h"

namespace arete {

template <>
struct StageRules<Stage::cross_sections> {
  bool crossSections = false;  ///< only surfaces: on maps curves have no inside
  double sectionHalf = 0.75;   ///< of R1: half the thickness of a section; 1.4 spans the bends of vessels
  double sectionSight = 2;     ///< of R1: how far from the network its wall may be; with 4, points strewn around pull
  double sectionRound = 0.25;  ///< of the radius, the deviation from it: what fills a body deviates by .35 and more
  double sectionKnown = 0.2;   ///< of the radius, the standard error of its centre: with .05 walls seen from one side are lost
  double sectionLargest = 2;   ///< of R1, the radius: without, arcs of rough bark pull trees apart; with 1.5 pipes seen from one side are lost
  double sectionAgrees = 0.5;  ///< of R1, the way of a node from the mean around it: without, wrong circles of twigs pull single nodes out

  constexpr void fit(NetworkProfile profile) { crossSections = profile == NetworkProfile::surface; }
};

}  // namespace arete
