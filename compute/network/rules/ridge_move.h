// How a node moves towards the ridge. Source: network, step 4.
#pragma once

#include "compute/network/rules/node_surface.h"
#include "compute/network/rules/ridge_kernel.h"

namespace arete::shared {

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
