// Clouds around known curves: noisy samples, background, gaps, outliers, and the true curve for comparison. Source: spec "Clouds to generate".
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>

#include "compute/core/point_cloud.h"
#include "compute/core/polylines.h"
#include "compute/core/thread_pool.h"
#include "compute/generate/shapes.h"

namespace arete {

struct GenerateOptions {
  uint32_t points = 100'000;
  int dimension = 2;
  std::optional<double> noise;  ///< total σ ≥ 0: normal with σ/√d on each axis; unset: the shape's default
  uint64_t seed = 1;
  double background = 0;  ///< share of points spread evenly over the curve's bounds, grown on each side by 10 % of their diagonal + 3σ
  double outliers = 0;    ///< share of points far away: 1 to 10 diagonals from the middle of the bounds, in any direction
  double gaps = 0;        ///< share of the curve (evenly in its parameter) that no point comes from
  int gapCount = 3;       ///< number of gaps that this share is split into
  Scalar scalar = Scalar::float32;
  ParamValues shape;  ///< the shape's own parameters
};

/// The parameters from which panels and flags are made; `noise` −1 means the shape's default.
std::span<const ParamInfo* const> generateParameters();
/// Options from the values of generateParameters() and of the shape's parameters.
GenerateOptions generateOptions(const ParamValues& values);

/// Points in random order along the curve. The bits depend on the shape and options alone: not on the machine, nor the number of
/// threads; point i does not depend on how many points follow. Throws Error(wrongUse) for options out of range, Cancelled.
PointCloud generate(const ShapeInfo& shape, const GenerateOptions& options, ThreadPool& threads, std::stop_token stop = {});

/// How far the chords of a true curve may be off the curve, as a share of its extent.
inline constexpr double kTrueCurveAccuracy = 1e-7;

/// The curve without noise and gaps, one line per part, in chords (a straight part is one). Uses `dimension` and `shape` of the options.
Polylines trueCurve(const ShapeInfo& shape, const GenerateOptions& options);

}  // namespace arete
