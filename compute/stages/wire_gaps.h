// Stage "wire_gaps" of networks: joins strands across gaps, at pylons and where the laser missed the wire; then the short ones go. Source: 3D, C 5.
#pragma once

#include <span>

#include "compute/core/curve.h"
#include "compute/stages/ridge_shift.h"

namespace arete {

struct WireGapsInput {
  std::span<const RidgeNode> nodes;  ///< of space
  std::span<const Edge> edges;       ///< ascending; no node has more than two
  double r1;                         ///< > 0
  const NetworkRules& rules;
};

/// The edges, ascending, those across gaps too. In a round all pairs of ends of different strands are looked at: the gap no longer than `wireGap` ·
/// R1 and than wireGapShare times the shorter of the two strands; each end ahead of the other, as they point over the last wireTail · R1 of their
/// strands (or wireTailRadii · R of the end); the cosine of their turn at least `wireBend`; and their lines no farther from each other between them
/// than wireMeet · R1 and wireMeetLong of the gap. Wires turn at pylons, so ends that belong together do not point at each other: their lines meet.
/// They are gone through by gap + wireMiss times that distance, equal ones by their nodes; each is joined where both are still ends, of different
/// strands. `wireRounds` rounds: strands grow. Strands that are shorter than `wireShortest` · R1 after that go. Throws Cancelled.
using WireGapsFunction = std::vector<Edge> (*)(const WireGapsInput&, const StageContext&);

}  // namespace arete
