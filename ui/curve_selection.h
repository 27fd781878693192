// What of a curve is selected, and what of it lies under the cursor or in an outline on the screen. Looks at nodes and edges only, so it does not
// matter how many points the cloud has. No Qt, no OpenGL.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "compute/core/curve.h"
#include "render/view.h"

namespace arete {

/// Parts of one curve. A value.
struct CurveSelection {
  std::vector<uint32_t> nodes;  ///< ascending
  std::vector<uint32_t> edges;  ///< places in Curve::edges, ascending

  bool empty() const { return nodes.empty() && edges.empty(); }
  /// With what only the other one has, without what both have: a click with Shift.
  CurveSelection toggled(const CurveSelection& other) const;
  /// With all of the other.
  CurveSelection with(const CurveSelection& other) const;
  friend bool operator==(const CurveSelection&, const CurveSelection&) = default;
};

/// The edges from one end or junction to the next that an edge is among.
CurveSelection chainOf(const Curve& curve, uint32_t edge);
/// The edges of the connected piece that a node is in; of a node without edges itself.
CurveSelection componentOf(const Curve& curve, uint32_t node);
/// The nodes at the selected edges, and those selected, ascending.
std::vector<uint32_t> nodesOf(const Curve& curve, const CurveSelection& selection);
/// The connected piece of each node, numbered from 0 by their lowest nodes; nodes without edges are pieces too.
std::vector<uint32_t> componentNumbers(const Curve& curve);
double lengthOf(const Curve& curve, const CurveSelection& selection);

/// A node or edge near a place on the screen.
struct CurvePart {
  bool isNode = false;
  uint32_t index = 0;
  double distance = 0;  ///< device pixels
  double share = 0;     ///< of an edge: how far along from a to b
};

/// A curve as a camera sees it.
class CurveOnScreen {
 public:
  /// The curve must outlive it.
  CurveOnScreen(const Curve& curve, const View& view, const Viewport& viewport);

  /// Device pixels, y down; false where it is behind the eye.
  bool shows(uint32_t node) const { return places_[node].z > 0; }
  std::array<double, 2> place(uint32_t node) const { return {places_[node].x, places_[node].y}; }
  /// Nodes within `radius` device pixels, the nearest first, then edges; of equally near ones the lower index.
  std::vector<CurvePart> near(double x, double y, double radius) const;
  /// What a click there may mean, one after the other: the nearest node, the nearest edge, its chain, its component; then the other parts.
  std::vector<CurveSelection> candidates(double x, double y, double radius) const;
  /// Nodes within an outline, and edges with both ends in it.
  CurveSelection inside(std::span<const std::array<double, 2>> outline) const;

 private:
  const Curve& curve_;
  std::vector<glm::dvec3> places_;
};

/// The file coordinates of a place on the screen, at the depth of a node; along axes that are not drawn those of the node.
std::vector<double> placeBeneath(double x, double y, const PointArray& nodes, uint32_t node, const PointCloud::Origin& origin, const View& view,
                                 const Viewport& viewport);

}  // namespace arete
