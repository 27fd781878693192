// The catenary of points along a wire, by a robust fit across the curve.
//
// Idea: Six numbers: direction in the plan, offset, tilt of the plane, height, slope and curvature in the middle. Gauss and Newton's steps
// minimise the distances across the curve, in its plane and off it; weights are Huber's at first, then Tukey's, by the median distance. The sums
// of the last step, by stretches of the wire, are kept: resamples of the stretches say how sure the curve is (curve_band.h).
// Memory: A few numbers a point. Cost: about fifteen passes over the points, by one thread, in their order.
// Loses: Where points are fewer than a dozen, or lie on a stretch much shorter than the span: the band says so.
// Source: Huber 1964; Beaton and Tukey 1974. The tilt has a weak prior, as the plane of a straight wire is not known.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "compute/wires/catenary.h"

namespace arete {

/// The changes of the six numbers of a fit: what the sums of a stretch are about.
struct CatenaryStep {
  double offset = 0, turn = 0, tilt = 0, height = 0, slope = 0, curvature = 0;
};

/// The normal equations of a stretch: 21 sums of products, and 6 of these with the residuals.
struct StretchSums {
  std::array<double, 21> products{};
  std::array<double, 6> residuals{};
  void add(const StretchSums& other, double times = 1);
};

struct CatenaryFit {
  bool found = false;  ///< false: too few points, or they lie in one place
  Catenary curve;      ///< from the first to the last point that the fit believes
  double noise = 0;    ///< standard deviation across the curve in one direction, of most points: 0.85 of the median distance
  double rmse = 0;     ///< root mean square distance of all points
  double rmseUp = 0;   ///< the same along `up`, and beside the plane
  double rmseBeside = 0;
  uint32_t points = 0, outliers = 0;  ///< outliers have no weight in the fit
  std::vector<StretchSums> stretches;
  double prior = 0;  ///< of the tilt, in the units of the sums
  double wider = 1;  ///< a step is as much larger where the weights follow the points
};

/// Fewer points than that have no fit.
inline constexpr size_t kFewestOnCatenary = 8;
/// Coordinates near 0: local ones of a cloud.
CatenaryFit fitCatenary(std::span<const shared::Vector3> points);

/// How far each point is from the curve in its plane along `up` and beside it, where the curve is nearest.
struct OffCatenary {
  double along = 0, up = 0, beside = 0;
};
OffCatenary offCatenary(const Catenary& curve, const shared::Vector3& point);

/// The step that the sums ask for; false where they do not determine it. `prior`: added to the product of the tilt.
bool solveStep(const StretchSums& sums, double prior, CatenaryStep& step);
/// The curve changed by a step of a fit, with the ends where they are.
Catenary changedBy(const Catenary& curve, const CatenaryStep& step);

}  // namespace arete
