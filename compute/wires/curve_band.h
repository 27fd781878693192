// How sure a fitted catenary is: the fit repeated on resamples of its stretches.
//
// Idea: Stretches are drawn with replacement, a step of the fit is solved for each draw, and the 90 % between the fifth and the ninety-fifth per
// cent of what follows from it are the band. Stretches, not points: neighbours of one flight line err together.
// Cost: Sums of 200 stretches a resample, whatever the number of points. Draws depend on seed, span and resample alone.
// Source: Efron 1979; Künsch 1989 for blocks; one step instead of a whole fit: Davison and Hinkley 1997, section 2.7.
#pragma once

#include "compute/wires/fit_catenary.h"

namespace arete {

struct Range {
  double low = 0, high = 0;
  friend bool operator==(const Range&, const Range&) = default;
};

/// 90 % of the resamples lie in each of these.
struct CatenaryBand {
  Range sag, lowest, curvature, blowOut;  ///< metres, height, 1/metres, radians
  double up = 0;                          ///< half of the widest range of the curve's height between its ends
  double middle = 0;                      ///< the same halfway
  friend bool operator==(const CatenaryBand&, const CatenaryBand&) = default;
};

inline constexpr int kBandResamples = 400;
/// `fit.curve` with its ends, which may be beyond the points. `number`: of the span, which its draws depend on. Zeros without stretches.
CatenaryBand bandOf(const CatenaryFit& fit, uint64_t seed, uint32_t number);

}  // namespace arete
