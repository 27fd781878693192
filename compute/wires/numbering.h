// The names of spans: line, bay, circuit, position, conductor; all by geometry.
//
// Idea     Spans beside each other, between the same pylons, are a bay. Bays that share a pylon are a line, which is walked from the end that lies
//          farthest west. In a bay, spans nearer to each other than a bundle are one phase. Six phases and more are circuits of three, from left to
//          right; one or two that lie above all others, where the rest is threes, are earth wires.
// Cost     spans² a line.
#pragma once

#include "compute/wires/spans.h"

namespace arete {

/// Sets the numbers, turns curves along their line, and sorts spans and pylons. Spans come with their pylons, from 1 in the order given.
void numberSpans(WireSpans& wires, const SpanOptions& options);

}  // namespace arete
