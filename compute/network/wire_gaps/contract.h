// Stage "wire_gaps" of networks: joins strands across gaps, at pylons and where the laser missed the wire; then the short ones go. Source: 3D, C 5.
#pragma once

#include <span>

#include "compute/core/curve.h"
#include "compute/network/ridge_shift/contract.h"

namespace arete {

struct WireGapsInput {
  NodesView nodes;              ///< of space
  std::span<const Edge> edges;  ///< ascending; no node has more than two
  double r1;                    ///< > 0
  const NetworkRules& rules;
};

/// The edges, ascending, those across gaps too. First tips step back that passed the end to which theirs belongs, where both can be joined better
/// then than as they are (withoutPassedTips in compute/network/wire_gaps/passed_tips.h).
///  In a round all pairs of ends of different strands are looked at: the gap no longer than `wireGap` · R1 and than wireGapShare times the shorter of
/// the two strands; each end ahead of the other, as they point over the last wireTail · R1 of their strands (or wireTailRadii · R of the end); the
/// cosine of their turn at least `wireBend`; and their lines no farther from each other between them than wireMeet · R1 and wireMeetLong of the gap.
/// Wires turn at pylons, so ends that belong together do not point at each other: their lines meet. They are gone through by gap + wireMiss times
/// that distance, equal ones by their nodes; each is joined where both are still ends, of different strands, and no wire beside them turns elsewhere.
/// `wireRounds` rounds: strands grow. Strands that are shorter than `wireShortest` · R1 after that go.
///  Wires side by side turn at the same pylon; lines of two wires may meet, too, but before it or behind it. Where the lines of ends that were joined
/// turn by a sine of at least `wirePylon`, a plane lies through the place where they meet, across the way between their directions. Two other ends
/// are asked where that place is within `wireAbreast` · R1 and half of their gap of the middle of it, their lines run through the plane from either
/// side (cosine at least wireBend), and no farther than wireTail · R1 beyond the gap: there they must be no farther from each other than wireMeet ·
/// R1 and twice wireMeetLong of the gap. Throws Cancelled.
using WireGapsFunction = std::vector<Edge> (*)(const WireGapsInput&, const StageContext&);

}  // namespace arete
