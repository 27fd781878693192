// How wide the passes of a street are spread, without any network: seen from places on the tracks, how far aside other passes run. What a network
// adds to that shows that it lies beside the middle of its streets.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "compute/core/curve.h"
#include "compute/core/device.h"
#include "compute/network/tracks/tracks.h"

namespace arete {

struct TrackSpread {
  std::array<double, 3> quantiles{};  ///< kSpreadQuantiles of how far aside other passes run
  double wide = 0;                    ///< as far aside was looked
  double few = 1;                     ///< the middle of few passes is less far from each of them
  std::vector<TrackPlace> places;     ///< from which others were seen

  double median() const { return quantiles[0]; }
};
inline constexpr std::array<double, 3> kSpreadQuantiles = {0.5, 0.75, 0.9};

/// The tracks' extent; that of no tracks is 0.
double diagonalOf(const Tracks& tracks);

/// None where hardly any place sees another pass. Throws Cancelled.
std::optional<TrackSpread> trackSpread(const Tracks& tracks, const StageContext& context);

/// How far the places are from the network, over how far they would be from the middles of their streets: above 1 it is farther off than noise. None
/// for a network without lines.
std::optional<double> spreadBeside(const TrackSpread& spread, const Curve& network, const StageContext& context);

}  // namespace arete
