// Constants of the stage wire_strands. Source: 3D, C.
#pragma once

#include "compute/network/rules/stage_rules.h"

namespace arete {

template <>
struct StageRules<Stage::wire_strands> {
  double wireAlike = 0.8;      ///< cosine of tangents of nodes of one wire
  double wireStraight = 0.99;  ///< cosine of both tangents with an edge: with 0.95 strands change wires at pylons …
  double wireBeside = 0.5;     ///< … or of R1 across them
  double wireAside = 1;        ///< of R1: how far nodes of a strand may lie across each other's tangents
  double wireAcross = 3;       ///< how much more a way across costs than one along
};

}  // namespace arete
