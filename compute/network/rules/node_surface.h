// Where the nodes of a network lie: anywhere, or on a sphere.
#pragma once

#include "compute/core/vector3.h"

namespace arete::shared {

struct NodeSurface {
  bool isSphere = false;
  Vector3 centre = {};  ///< of the unit sphere

  /// The place itself, or on a sphere the nearest place on it.
  ARETE_HD Vector3 held(const Vector3& place) const { return isSphere ? centre + unit(place - centre) : place; }
};

}  // namespace arete::shared
