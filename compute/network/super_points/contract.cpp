#include "compute/network/super_points/contract.h"

#include <bit>
#include <cmath>

#include "compute/core/error.h"
#include "compute/core/number_text.h"
#include "compute/network/look/unit_sphere.h"
#include "compute/network/super_points/super_cell.h"

namespace arete {

SuperCells superCells(const SuperPointsInput& in) {
  constexpr double kMostCells = 0x1p31;
  SuperCells cells{in.rules.cell * in.r1};
  for (int k = 0; k < in.cloud.dimension(); ++k) {
    const Bounds& bounds = in.cloud.bounds();
    if (bounds.extent(k) / cells.side >= kMostCells)
      throw Error(ErrorKind::wrongUse, "cannot detect a network", "r1",
                  "the cloud is " + numberText(bounds.extent(k), 3) + " wide, too much for cells of " + numberText(cells.side, 3),
                  "give a larger R1, or leave stray points out of the file");
    cells.minimum.set(k, bounds.minimum[size_t(k)]);
    cells.count[size_t(k)] = uint32_t(shared::cellCoordinate(bounds.maximum[size_t(k)], bounds.minimum[size_t(k)], cells.side).cell) + 1;
  }
  return cells;
}

std::optional<shared::Vector3> sphereCentreOf(const SuperPointsInput& in) {
  if (!in.rules.onSphere) return {};
  shared::Vector3 centre;
  for (int k = 0; k < 3; ++k) centre.set(k, -in.cloud.origin()[size_t(k)]);
  return centre;
}

Bounds SuperPoints::boundsOnSphere() const {
  Bounds bounds;
  bounds.minimum.fill(1), bounds.maximum.fill(-1);
  for (const shared::Vector3& place : places) {
    const shared::Vector3 direction = held(place) - *sphereCentre;
    for (int k = 0; k < 3; ++k) {
      bounds.minimum[size_t(k)] = std::min(bounds.minimum[size_t(k)], direction[k]);
      bounds.maximum[size_t(k)] = std::max(bounds.maximum[size_t(k)], direction[k]);
    }
  }
  return bounds;
}

std::shared_ptr<const SphereField> SuperPoints::fieldOnSphere() const {
  if (!sphereCentre) return nullptr;
  return kept.get<SphereField>([](const SphereField&) { return true; }, [&] { return SphereField(boundsOnSphere()); });
}

double kernelScaleOf(uint32_t points) { return std::ldexp(1.0, 61 - std::bit_width(points)); }

}  // namespace arete
