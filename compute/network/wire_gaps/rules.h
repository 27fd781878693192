// Constants of the stage wire_gaps; where an end points is asked by other stages of wires too. Source: 3D, C.
#pragma once

#include "compute/network/rules/stage_rules.h"

namespace arete {

template <>
struct StageRules<Stage::wire_gaps> {
  double wireGap = 120;        ///< of R1: the longest gap …
  double wireGapShare = 2;     ///< … and in units of the shorter strand: shorter pieces do not know where they point
  double wireTail = 10;        ///< of R1: where an end points is seen over this length …
  double wireTailRadii = 1;    ///< … or over this number of R, if that is longer
  double wireMeet = 2;         ///< of R1: how far the lines of two ends may miss each other …
  double wireMeetLong = 0.02;  ///< … and this share of the gap more, for what is not known about where they point
  double wireBend = 0.8;       ///< cosine of the turn at a pylon
  double wireMiss = 30;        ///< cost of missing each other, in lengths of gap
  double wireAbreast = 30;     ///< of R1 beside a gap: wires there turn at the same pylon; 0: none is asked …
  double wirePylon = 0.08;     ///< … and the sine of a turn that tells where that is
  int wireRounds = 3;          ///< of joining
  double wireShortest = 50;    ///< of R1: what is shorter after that is a mast or a branch of a tree
  int wireTips = 3;            ///< nodes by which an end steps back
  double wireTipsLong = 40;    ///< and how far
};

}  // namespace arete
