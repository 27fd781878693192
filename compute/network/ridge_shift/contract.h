// Stage "ridge_shift" of networks: seeds move across the curve onto its crest, and never along it. Source: network, step 4; 3D, C 2; the method is
// the subspace-constrained mean shift of Ozertem, Erdogmus 2011, "Locally defined principal curves and surfaces".
#pragma once

#include <concepts>
#include <span>
#include <type_traits>

#include "compute/network/super_points/contract.h"

namespace arete {

/// A place on its way to the ridge, then on it.
struct RidgeNode {
  shared::Vector3 place, tangent;  ///< the tangent has length 1; known once it is still
  double radius = 0;               ///< the local one
  double density = 0, crest = 0;   ///< as shared::RidgeView, of the ball of radius `ball` · R; known once it is still
  bool still = false;
  bool lost = false;  ///< still, and its ball holds less than `weightNeeded`
  friend bool operator==(const RidgeNode&, const RidgeNode&) = default;
};

using NodesView = KeptView<RidgeNode>;

/// Nodes to move in place, and where a version keeps what it has of them as they are afterwards.
class MovedNodes : public std::span<RidgeNode> {
 public:
  template <class Nodes>
  requires(std::convertible_to<Nodes, std::span<RidgeNode>> && !std::same_as<std::remove_cvref_t<Nodes>, MovedNodes>) MovedNodes(Nodes&& nodes)
      : span(nodes) {}
  MovedNodes(std::span<RidgeNode> nodes, const Kept& afterwards) : span(nodes), afterwards_(&afterwards) {}

  const Kept* afterwards() const { return afterwards_; }  ///< nullptr: nobody holds them longer than the stage

 private:
  const Kept* afterwards_ = nullptr;
};

/// A node at a super-point, before any move; nodes at these.
inline RidgeNode ridgeNode(const SuperPoints& points, std::span<const double> radii, uint32_t seed) {
  return {.place = points.places[seed], .radius = radii[seed]};
}
std::vector<RidgeNode> ridgeNodes(const SuperPoints& points, std::span<const double> radii, std::span<const uint32_t> seeds);

/// What an iteration did.
struct ShiftCount {
  uint32_t went = 0;    ///< nodes that moved
  uint32_t rested = 0;  ///< nodes that have been still since then
  friend bool operator==(const ShiftCount&, const ShiftCount&) = default;
};

struct RidgeShiftInput {
  const SuperPoints& points;
  double r1;  ///< > 0
  const NetworkRules& rules;
  bool last;                ///< the iteration after which all are still: number `shifts`
  uint32_t iterations = 1;  ///< in one call; `last` is about the last of them

  std::span<ShiftCount> counts = {};  ///< of each iteration, all 0 at first; none: not asked for
};

/// In an iteration every node that is not still moves by the part of the kernel's mean shift across the tangent that it sees, on a sphere then back
/// onto it. Where the rules say `wires`, it looks into the spheroid of semi-axes `ball` · R along its tangent and `ball` · R1 across, so that it does
/// not see the next wire; the tangent that it sees becomes its own where the cosine of the two is above `wireTurn`. A node that moves by less than
/// `shiftEnd` · R1, or in the last iteration, is still from then on, and is measured at that place. Returns how many moved in the last of these
/// iterations. Throws Cancelled, after which the nodes must not be used.
using RidgeShiftFunction = uint32_t (*)(const RidgeShiftInput&, MovedNodes nodes, const StageContext&);

}  // namespace arete
