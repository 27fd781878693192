// How thick a curve's body is: for each of its vertices the cross-section of the points that belong to it. Made of a projection.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "compute/core/device.h"
#include "compute/core/point_array.h"
#include "compute/measures/projection/contract.h"

namespace arete {

/// The cross-section of a body at a place of its curve. Lengths in the cloud's units.
struct NodeBody {
  double radius = 0;  ///< of the wall's circle, where `seen`; else the root mean square distance of the points; 0: nothing is known
  double error = 0;   ///< standard error of the radius
  double spread = 0;  ///< standard deviation of the points' distances from the wall, or of those from the curve
  double seen = 0;    ///< share of all directions in which the wall is seen; 0 where the points are no wall
  double offset = 0;  ///< from the curve to the middle of the wall
  double length = 0;  ///< of the section, along the curve; where there is none, from the one before it to the one behind it

  friend bool operator==(const NodeBody&, const NodeBody&) = default;
};

/// What a body is made of.
struct BodyWish {
  std::span<const double> reach;  ///< for each vertex of the curve: points farther than this from its edges do not belong to it
  double step = 0;                ///< > 0: half the length of the shortest section
};

struct CurveBodies {
  std::vector<NodeBody> nodes;    ///< by vertex; at a junction that of the thickest path
  std::vector<uint32_t> first;    ///< for each path, where its bodies begin in `ofPaths`; one more than there are paths
  std::vector<NodeBody> ofPaths;  ///< by place on the path, as CurvePath goes; a closed one does not repeat its first
  std::vector<uint32_t> enters;   ///< for each edge, the one of these where its path enters it
  std::vector<uint32_t> vertex;   ///< for each of these, its vertex
  std::vector<double> arc;        ///< for each of these, the arc length of its path
  std::vector<bool> inside;       ///< for each of these, whether it lies in the body of a thicker path, from which the path comes

  /// The body at the end of an edge; `atStart`: where its path enters it.
  const NodeBody& atEdge(const CurveEdge& edge, size_t number, bool atStart) const {
    const uint32_t here = enters[number], next = here + 1 < first[edge.path + 1] ? here + 1 : first[edge.path];
    return ofPaths[atStart ? here : next];
  }
  /// Between the bodies of a path; NaN where none is known.
  double radiusAt(size_t path, double along) const;
  std::span<const NodeBody> ofPath(size_t path) const { return std::span(ofPaths).subspan(first[path], first[path + 1] - first[path]); }
};

/// A point belongs to its nearest edge, if that is within reach; points beyond an end of the curve belong to none. Along each path the ways from the
/// curve to its points are turned into one plane. A section holds the points within `step` of its place along the path, and twice, four times …
/// (kWidestSection) as far where these are fewer than kEnoughInSection. In space robustTube is fitted to it. It is a wall where the places deviate
/// by less than kRoundBody of its radius and the standard error of its centre is below kKnownBody of it. Where at least half of a path's sections are
/// walls the others are between the walls beside them. In the plane, and in more than three dimensions, no section is a wall.
/// At a junction of three paths and more, those that are neither of the two thickest begin inside: as far as the junction's radius they have the
/// body that they have behind it. Sums in the order of the points: the same on any number of threads. Throws Cancelled.
CurveBodies bodiesOf(const PointArray& points, const CurveEdges& curve, std::span<const CurvePlace> places, const BodyWish& wish,
                     const StageContext& context);

inline constexpr size_t kEnoughInSection = 32;
inline constexpr size_t kMostInSection = 2048;  ///< of more, every n-th is taken
inline constexpr int kWidestSection = 8;        ///< times the shortest
inline constexpr double kRoundBody = 0.25;
inline constexpr double kKnownBody = 0.2;

}  // namespace arete
