// What is told of a span, a pylon and a place of danger: one table each, from which files, Python and the command line are made.
#pragma once

#include <span>
#include <string_view>

#include "compute/wires/danger_places.h"
#include "compute/wires/spans.h"

namespace arete {

template <class Of>
struct WireColumn {
  std::string_view name, unit, help;
  bool whole;                          ///< whole numbers
  double (*get)(const Of&);            ///< NaN: not known
  void (*set)(Of&, double) = nullptr;  ///< of what spans are read back from
};

/// Spans are in file coordinates, angles in degrees.
std::span<const WireColumn<Span>> spanColumns();
std::span<const WireColumn<Pylon>> pylonColumns();
std::span<const WireColumn<DangerPlace>> placeColumns();

/// The same spans and pylons by this much elsewhere: local places plus the cloud's origin are those of its file.
WireSpans movedBy(WireSpans wires, const shared::Vector3& by);
/// Places along a span, close enough together that lines between them leave the curve by at most `off`.
std::vector<shared::Vector3> drawnSmooth(const Catenary& curve, double off);

}  // namespace arete
