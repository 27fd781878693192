// Stage "fog" of networks: how many points are scattered evenly over a cloud in space. Source: 3D, G.
#pragma once

#include "compute/network/super_points/contract.h"

namespace arete {

struct Fog {
  double intensity = 0;  ///< weight per unit of volume
  double share = 0;      ///< of the cloud's weight, over its bounds
  friend bool operator==(const Fog&, const Fog&) = default;
};

struct FogInput {
  const SuperPoints& points;  ///< in space
  const NetworkRules& rules;
};

/// The box of the super-points is divided into equal cells: along each axis as many as fit there of cubes that would hold `fogCell` on average,
/// at least one. The intensity is the median of the weights of all cells, empty ones too (the lower one of an even number), over their volume: a
/// curve leaves most cells to the fog. None where there are fewer than eight cells, where two axes have fewer than three, where the box has no
/// volume, or where the super-points are fewer than three cells wide along their second principal axis: a single curve that slants through its box
/// fills most cells. Throws Cancelled.
using FogFunction = Fog (*)(const FogInput&, const StageContext&);

/// Its cells.
struct FogCells {
  static constexpr int64_t kFewest = 8;        ///< with fewer there is no fog to speak of
  static constexpr int64_t kFewestAcross = 3;  ///< along two axes at least: a single curve fills a narrower box

  shared::Vector3 low, extent;
  int64_t along[3] = {1, 1, 1};  ///< cells on each axis

  int64_t count() const { return along[0] * along[1] * along[2]; }
  double volume() const { return extent.x * extent.y * extent.z; }
  bool saySomething() const;
  double side() const;  ///< of the smallest one on the axes with several
  /// The number of a place's cell.
  int64_t of(const shared::Vector3& place) const;
};
/// Divides a box into about `cells` cells.
FogCells fogCells(const shared::Vector3& low, const shared::Vector3& high, double cells);

}  // namespace arete
