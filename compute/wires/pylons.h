// Where spans meet. Pieces of wires between cuts become spans that begin and end at pylons.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "compute/wires/fit_catenary.h"
#include "compute/wires/spans.h"

namespace arete {

/// A part of a wire between two cuts, or from a cut to an end, with its points.
struct WirePiece {
  std::vector<shared::Vector3> points;
  CatenaryFit fit;
  bool cutBefore = false, cutBehind = false;  ///< whether the start and the end of its curve are at a cut
  uint32_t pylonBefore = 0, pylonBehind = 0;  ///< from 1; 0: none
};

struct WirePieces {
  std::vector<WirePiece> pieces;
  std::vector<std::pair<uint32_t, uint32_t>> cuts;  ///< pieces of one line between which it is cut
};

/// Joins pieces that a gap separates and one catenary fits as well, until there are none. Pieces that join others lose their points.
void joinAcrossGaps(WirePieces& wires, const SpanOptions& options);
/// Finds the pylons, and moves the ends of all curves to them.
std::vector<Pylon> pylonsOf(WirePieces& wires);

}  // namespace arete
