// A cloud laid on a lattice of 2^20 places along its longest axis: coordinates become integers, so that sums over them are exact. The unit is a power
// of two, so scaling a cloud by one changes no place. Source: radius.
#pragma once

#include "compute/network/radius/ball_shape.h"

namespace arete::shared {

/// Made by cloudLattice() (compute/network/radius/lattice_sample.h).
struct CloudLattice {
  int dimension = 2;                  ///< 2 or 3
  double low[3] = {0, 0, 0};          ///< the cloud's least coordinates
  double toUnits = 1, alsoUnits = 1;  ///< powers of two, whose product turns a way from there into units: one alone might not be a number
  double unit = 1;                    ///< in the cloud's units
  int32_t extent[3] = {0, 0, 0};      ///< the greatest place

  ARETE_HD int32_t at(double coordinate, int k) const {
    const auto place = static_cast<int32_t>((coordinate - low[k]) * toUnits * alsoUnits);  // not negative, so this is its floor
    return place < extent[k] ? place : extent[k];
  }
  ARETE_HD double coordinate(int32_t place, int k) const { return low[k] + (static_cast<double>(place) + 0.5) * unit; }
};

namespace lattice {

/// The bits of a coordinate, two zeros after each; in the plane one.
ARETE_HD uint64_t spread(uint64_t bits, int dimension) {
  if (dimension == 2) {
    bits = (bits | bits << 16) & 0x0000ffff0000ffff;
    bits = (bits | bits << 8) & 0x00ff00ff00ff00ff;
    bits = (bits | bits << 4) & 0x0f0f0f0f0f0f0f0f;
    bits = (bits | bits << 2) & 0x3333333333333333;
    return (bits | bits << 1) & 0x5555555555555555;
  }
  bits = (bits | bits << 32) & 0x001f00000000ffff;
  bits = (bits | bits << 16) & 0x001f0000ff0000ff;
  bits = (bits | bits << 8) & 0x100f00f00f00f00f;
  bits = (bits | bits << 4) & 0x10c30c30c30c30c3;
  return (bits | bits << 2) & 0x1249249249249249;
}

/// The other way round.
ARETE_HD uint64_t gathered(uint64_t bits, int dimension) {
  if (dimension == 2) {
    bits &= 0x5555555555555555;
    bits = (bits | bits >> 1) & 0x3333333333333333;
    bits = (bits | bits >> 2) & 0x0f0f0f0f0f0f0f0f;
    bits = (bits | bits >> 4) & 0x00ff00ff00ff00ff;
    bits = (bits | bits >> 8) & 0x0000ffff0000ffff;
    return (bits | bits >> 16) & 0x00000000ffffffff;
  }
  bits &= 0x1249249249249249;
  bits = (bits | bits >> 2) & 0x10c30c30c30c30c3;
  bits = (bits | bits >> 4) & 0x100f00f00f00f00f;
  bits = (bits | bits >> 8) & 0x001f0000ff0000ff;
  bits = (bits | bits >> 16) & 0x001f00000000ffff;
  return (bits | bits >> 32) & 0x00000000001fffff;
}

}  // namespace lattice

/// The number of a place in Morton order: places of a cube of side 2^s share all but the lowest s bits of each axis.
ARETE_HD uint64_t mortonKey(const LatticePlace& place, int dimension) {
  const uint64_t key = lattice::spread(uint64_t(uint32_t(place.x)), dimension) | lattice::spread(uint64_t(uint32_t(place.y)), dimension) << 1;
  return dimension == 2 ? key : key | lattice::spread(uint64_t(uint32_t(place.z)), dimension) << 2;
}
ARETE_HD LatticePlace placeOfKey(uint64_t key, int dimension) {
  return {int32_t(lattice::gathered(key, dimension)), int32_t(lattice::gathered(key >> 1, dimension)),
          dimension == 2 ? 0 : int32_t(lattice::gathered(key >> 2, dimension))};
}

/// Bits that look random: another number for each number. Steele, Lea, Flood 2014, "Fast splittable pseudorandom number generators".
ARETE_HD uint64_t mixed(uint64_t bits) {
  bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9;
  bits = (bits ^ bits >> 27) * 0x94d049bb133111eb;
  return bits ^ bits >> 31;
}
/// The number that was mixed.
ARETE_HD uint64_t unmixed(uint64_t bits) {
  bits = (bits ^ bits >> 31 ^ bits >> 62) * 0x319642b2d24d8ec3;
  bits = (bits ^ bits >> 27 ^ bits >> 54) * 0x96de1b173f119089;
  return bits ^ bits >> 30 ^ bits >> 60;
}

}  // namespace arete::shared
