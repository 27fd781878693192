#include "compute/wires/curve_band.h"

#include <algorithm>
#include <cmath>

#include "compute/core/philox.h"

namespace arete {

namespace {

constexpr int kStations = 17;

Range ninetyPercent(std::vector<double>& values) {
  if (values.empty()) return {};
  std::ranges::sort(values);
  const auto at = [&](double share) {
    const double place = share * double(values.size() - 1);
    const auto below = size_t(place);
    const size_t above = std::min(below + 1, values.size() - 1);
    return values[below] + (values[above] - values[below]) * (place - double(below));
  };
  return {at(0.05), at(0.95)};
}

double lowestHeight(const Catenary& curve) { return curve.at(curve.lowestAlong()).z; }

}  // namespace

CatenaryBand bandOf(const CatenaryFit& fit, uint64_t seed, uint32_t number) {
  const size_t count = fit.stretches.size();
  constexpr size_t kUnknowns = 6;
  if (!fit.found || count <= kUnknowns) return {};
  // Residuals of a fit are smaller than the errors of its points by this.
  const double wider = fit.wider * std::sqrt(double(count) / double(count - kUnknowns));
  StretchSums whole;
  for (const StretchSums& each : fit.stretches) whole.add(each);
  std::vector<double> sag, lowest, curvature, blowOut, ups[kStations];
  for (int resample = 0; resample < kBandResamples; ++resample) {
    shared::IndexedRandom random(seed + (uint64_t(number) << 32), uint32_t(resample));
    StretchSums drawn;
    for (size_t i = 0; i < count; ++i) drawn.add(fit.stretches[std::min(count - 1, size_t(random.uniform() * double(count)))]);
    // At the fit the residuals of all stretches and the prior are in balance; what is left of one step is what the draw changes.
    for (size_t i = 0; i < kUnknowns; ++i) drawn.residuals[i] = wider * (drawn.residuals[i] - whole.residuals[i]);
    CatenaryStep step;
    if (!solveStep(drawn, fit.prior, step)) continue;
    const Catenary curve = changedBy(fit.curve, step);
    sag.push_back(curve.sag()), lowest.push_back(lowestHeight(curve));
    curvature.push_back(curve.curvature), blowOut.push_back(curve.blowOut());
    for (int i = 0; i < kStations; ++i) {
      const double s = curve.from + (curve.to - curve.from) * i / (kStations - 1);
      ups[i].push_back(curve.at(s).z);
    }
  }
  CatenaryBand band{ninetyPercent(sag), ninetyPercent(lowest), ninetyPercent(curvature), ninetyPercent(blowOut)};
  for (int i = 0; i < kStations; ++i) {
    const Range range = ninetyPercent(ups[i]);
    band.up = std::max(band.up, (range.high - range.low) / 2);
    if (i == kStations / 2) band.middle = (range.high - range.low) / 2;
  }
  return band;
}

}  // namespace arete
