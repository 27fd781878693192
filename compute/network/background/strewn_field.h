// What background can be strewn over, whatever the profile.
#pragma once

#include <memory>

#include "compute/network/background/strewn_places.h"
#include "compute/network/look/unit_sphere.h"

namespace arete {

/// The bounding box of super-points in the plane; on the sphere what that cuts out of it.
class StrewnField {
 public:
  /// `onSphere`: points.fieldOnSphere(), which must not be asked for while something else is made to be kept with the points.
  StrewnField(const SuperPoints& points, std::shared_ptr<const SphereField> onSphere, ThreadPool& threads)
      : sheet_(points, threads), centre_(points.sphereCentre.value_or(shared::Vector3{})), sphere_(std::move(onSphere)) {}

  bool isOnSphere() const { return sphere_ != nullptr; }
  const Sheet& sheet() const { return sheet_; }
  double area() const { return sphere_ ? sphere_->area() : sheet_.area(); }
  /// The i-th place strewn over it. Where the sphere has no area, its centre.
  shared::Vector3 place(uint32_t i) const {
    if (!sphere_) return sheet_.place(i);
    if (sphere_->area() == 0) return centre_;
    shared::IndexedRandom random(0, i);
    const double cell = random.uniform(), u = random.uniform(), v = random.uniform();
    const auto [x, y, z] = sphere_->place(cell, u, v);
    return centre_ + shared::Vector3{x, y, z};
  }

 private:
  Sheet sheet_;
  shared::Vector3 centre_;
  std::shared_ptr<const SphereField> sphere_;
};

}  // namespace arete
