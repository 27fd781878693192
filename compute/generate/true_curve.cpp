#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "compute/core/error.h"
#include "compute/core/segment_distance.h"
#include "compute/generate/generate.h"

namespace arete {

namespace {

/// One part of a shape, as a function of s in [0, 1].
struct Part {
  const ShapeInfo& shape;
  std::span<const double> values;
  int number;
  size_t d;

  void at(double s, std::span<double> point) const {
    std::fill(point.begin(), point.end(), 0.0);
    shape.function(values, number, s, point);
  }

  /// Vertices of `pieces` equal steps of s, both ends included.
  std::vector<double> sampled(size_t pieces) const {
    std::vector<double> vertices((pieces + 1) * d);
    for (size_t i = 0; i <= pieces; ++i) at(double(i) / double(pieces), std::span(vertices).subspan(i * d, d));
    return vertices;
  }

  /// Whether the curve stays within `share` of its extent of the chords. Checked at two places of each chord: where one of them
  /// meets the curve by symmetry (whole turns of a helix), the other does not.
  bool followed(const std::vector<double>& line, double share) const {
    constexpr double kPlaces[] = {0.5, 0.30901699437494742};
    const size_t pieces = line.size() / d - 1;
    double sag = 0, extent = 0;
    std::vector<double> point(d);
    for (size_t i = 0; i < pieces; ++i)
      for (double place : kPlaces) {
        at((double(i) + place) / double(pieces), point);
        const double* const a = &line[i * d];
        sag = std::max(sag, shared::squaredDistanceToSegment(point.data(), a, a + d, int(d)));
        double fromStart = 0;
        for (size_t k = 0; k < d; ++k) fromStart += (point[k] - line[k]) * (point[k] - line[k]);
        extent = std::max(extent, fromStart);
      }
    return std::sqrt(sag) <= share * std::sqrt(extent);
  }
};

}  // namespace

Polylines trueCurve(const ShapeInfo& shape, const GenerateOptions& options) {
  constexpr size_t kMostPieces = size_t(1) << 20;
  if (options.dimension < shape.minDimension || options.dimension > shape.maxDimension)
    throw Error(ErrorKind::wrongUse, "no true curve", shape.id, "it does not exist in dimension " + std::to_string(options.dimension),
                "give a dimension from " + std::to_string(shape.minDimension) + " to " + std::to_string(shape.maxDimension));
  std::vector<double> values;
  for (const ParamInfo* info : shape.parameters) values.push_back(options.shape.get(*info));
  Polylines curve{options.dimension, {}, {}};
  for (int number = 0; number < shape.parts; ++number) {
    const Part part{shape, values, number, size_t(options.dimension)};
    size_t pieces = 1;
    std::vector<double> line = part.sampled(pieces);
    while (pieces < kMostPieces && !part.followed(line, kTrueCurveAccuracy)) line = part.sampled(pieces *= 2);
    if (shape.closed) line.resize(line.size() - part.d);
    curve.lines.push_back(std::move(line));
    curve.closed.push_back(shape.closed);
  }
  return curve;
}

}  // namespace arete
