// How a node moves towards the ridge, and where nodes may be. Source: network, step 4.
#pragma once

#include "compute/shared/ridge_kernel.h"

namespace arete::shared {

/// Where nodes may be: anywhere, or on a sphere of radius 1.
struct NodeSurface {
  bool isSphere = false;
  Vector3 centre = {};

  /// The place itself, or on a sphere the nearest place on it.
  ARETE_HD Vector3 held(const Vector3& place) const { return isSphere ? centre + unit(place - centre) : place; }
};

struct RidgeMove {
  Vector3 next;   ///< where the node is then
  Vector3 moved;  ///< the part of its way that counts: not what leads off the sphere
};

/// The move of a node with this view: across the tangent that it sees; none where it sees nothing.
ARETE_HD RidgeMove ridgeMove(const Vector3& place, const RidgeView& view, const NodeSurface& surface) {
  const Vector3 step = across(view.mean, view.tangent), next = surface.held(place + step);
  return {next, surface.isSphere ? next - place : step};
}

}  // namespace arete::shared
