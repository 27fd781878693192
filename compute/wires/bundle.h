// The conductors of a bundle that the network found as one wire: groups of its points across the curve.
//
// Idea     Conductors of a bundle hang alike, so across the curve their points gather in as many places as there are conductors. Two to four means
//          (Lloyd) are tried; they count where they lie apart by several deviations of their points, and hold about as many points each.
// Cost     some ten passes over the points of a span for each number of conductors.
// Loses    where the noise is more than a quarter of the spacing, or a twist turns the bundle along the span: then it is one wire with a larger
// error. Source   Lloyd 1982.
#pragma once

#include <cstdint>
#include <span>

#include "compute/wires/fit_catenary.h"

namespace arete {

struct Bundle {
  uint32_t conductors = 1;
  double spacing = 0;  ///< metres between the nearest two
  double rmse = 0;     ///< of points from the nearest conductor, parallel to the curve
};

/// `widest`: conductors of a bundle are at most as far from each other as this.
Bundle bundleOf(const Catenary& curve, std::span<const shared::Vector3> points, double widest);

}  // namespace arete
