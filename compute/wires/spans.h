// What is known of the wires of a cloud: spans, each with its curve, and the pylons between them. A value.
#pragma once

#include <cstdint>
#include <vector>

#include "compute/wires/curve_band.h"

namespace arete {

/// Lengths in metres.
struct SpanOptions {
  double reach = 0.75;   ///< points farther from a wire are not its
  double shortest = 20;  ///< a span is at least as long, but where a tile ends
  double bundle = 0.6;   ///< conductors nearer to each other are one phase
  uint64_t seed = 1;     ///< of the resamples of bands
};

/// Numbers count from 1; 0: not known.
struct Span {
  uint32_t line = 0;       ///< a line of pylons
  uint32_t bay = 0;        ///< between two pylons, along the line
  uint32_t circuit = 0;    ///< from left to right, seen along the line
  uint32_t position = 0;   ///< within the circuit, from above; of equally high ones from left to right
  uint32_t conductor = 0;  ///< within a bundle
  bool earth = false;      ///< above the circuits, where these take three phases each
  uint32_t fromPylon = 0, toPylon = 0;

  Catenary curve;                     ///< `along` goes with the line
  uint32_t points = 0, outliers = 0;  ///< within reach; of these without weight in the fit
  double noise = 0, rmse = 0, rmseUp = 0, rmseBeside = 0;
  double gapAtStart = 0, gapAtEnd = 0, longestGap = 0;  ///< without points: extrapolated at the ends, and the longest between points
  uint32_t inBundle = 1;                                ///< conductors of a bundle that is one wire here
  double spacing = 0, rmseConductor = 0;                ///< between these; of points from the nearest of them
  CatenaryBand band;
};

struct Pylon {
  shared::Vector3 place;  ///< in the middle of where its wires hang, as high as the highest
  double lowest = 0;      ///< height of the lowest wire there
  double turn = 0;        ///< of the line in the plan, in radians; above 0 to the left
  uint32_t line = 0, spans = 0;
};

/// Places are local coordinates of the cloud; the file's are these and its origin.
struct WireSpans {
  std::vector<Span> spans;    ///< by line, bay, circuit, position and conductor
  std::vector<Pylon> pylons;  ///< by line, along it
  uint32_t leftOut = 0;       ///< pieces of wires that are too short, or have too few points, for a fit
};

}  // namespace arete
