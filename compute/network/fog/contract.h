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
/// curve leaves most cells to the fog. None where there are fewer than eight cells, or the box has no volume. Throws Cancelled.
using FogFunction = Fog (*)(const FogInput&, const StageContext&);

/// Its cells, for code that counts in them.
struct FogCells {
  static constexpr int64_t kFewest = 8;  ///< with fewer there is no fog to speak of

  shared::Vector3 low, extent;
  int64_t along[3] = {1, 1, 1};  ///< cells on each axis

  ARETE_HD int64_t count() const { return along[0] * along[1] * along[2]; }
  ARETE_HD double volume() const { return extent.x * extent.y * extent.z; }
  bool saySomething() const { return count() >= kFewest && volume() != 0; }
  /// The number of a place's cell.
  ARETE_HD int64_t of(const shared::Vector3& place) const {
    int64_t cell = 0;
    for (int k = 0; k < 3; ++k) {
      const auto at = static_cast<int64_t>((place[k] - low[k]) / extent[k] * static_cast<double>(along[k]));
      cell = cell * along[k] + (at < along[k] - 1 ? at : along[k] - 1);
    }
    return cell;
  }
};
/// Divides a box into about `cells` cells.
FogCells fogCells(const shared::Vector3& low, const shared::Vector3& high, double cells);
/// From the median weight of the cells, and the weight of the cloud.
Fog fogOf(const FogCells& cells, int64_t median, int64_t weight);

}  // namespace arete
