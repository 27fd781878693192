// The points of a curve by its paths, as ways across it: what sections are cut from.
#pragma once

#include <vector>

#include "compute/core/vector3.h"
#include "compute/measures/bodies/across_frame.h"
#include "compute/measures/bodies/bodies.h"
#include "compute/measures/bodies/circle_fit.h"

namespace arete {

class PathPoints {
 public:
  /// All must outlive it.
  PathPoints(const PointArray& points, const CurveEdges& curve, std::span<const CurvePlace> places, const BodyWish& wish,
             const StageContext& context);

  /// The edges of a path in the order in which it passes them.
  std::span<const uint32_t> edges(size_t path) const { return std::span(edges_).subspan(starts_[path], starts_[path + 1] - starts_[path]); }
  /// The ways from the curve to the points within `half` of a place, in the plane across it, by the order of edges and points.
  void cut(size_t path, double arc, double half, std::vector<PlanePlace>& section) const;
  /// The distances of these points, in any dimension.
  void distances(size_t path, double arc, double half, std::vector<double>& section) const;

 private:
  void orderEdges();
  void turnFrames(size_t path);
  void shareOut();
  bool belongs(const CurvePlace& place, uint32_t point) const;
  shared::Vector3 wayTo(const CurvePlace& place, uint32_t point) const;
  shared::Vector3 at(uint32_t vertex) const;
  /// Calls use(point, place, along) for all within `half` of a place: `along` is how far behind it.
  template <class Use>
  void visit(size_t path, double arc, double half, const Use& use) const;

  const PointArray& points_;
  const CurveEdges& curve_;
  const std::span<const CurvePlace> places_;
  const BodyWish wish_;
  std::vector<uint32_t> starts_, edges_;  // by path
  std::vector<AcrossFrame> frames_;       // by edge, in two or three dimensions
  std::vector<bool> isEnd_;               // by vertex
  std::vector<uint32_t> firstPoint_, ofEdges_;
};

}  // namespace arete
