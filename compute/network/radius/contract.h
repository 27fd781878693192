// Stage "radius": R1 of a network, read off the cloud itself. Below its spread a noisy curve has the dimension of space, a tube that of a surface;
// above it both are lines, until neighbours come in. Source: radius.
#pragma once

#include <cstdint>
#include <vector>

#include "compute/core/device.h"
#include "compute/core/point_cloud.h"
#include "compute/core/vector3.h"

namespace arete {

/// What balls of one radius hold, around places that are spread over the cloud.
struct RadiusLevel {
  double radius = 0;                ///< in the cloud's units
  uint32_t places = 0;              ///< with more points than a background alone would have
  uint32_t linear = 0;              ///< of these: whose ball holds a piece of a curve
  uint32_t full = 0;                ///< with enough points to tell a surface
  uint32_t flat = 0;                ///< of these: whose ball holds a piece of one
  double spread = 0;                ///< median over the places of what the points spread across the longest axis; 0: none has enough points
  double thickness = 0;             ///< median over the full places of the third eigenvalue over the second: 0 in the plane and of an open sheet
  double dimension[3] = {0, 0, 0};  ///< quartiles of the local dimension: 1 a line, 2 a plane, 3 space; 0: none has enough points

  double linearShare() const { return places > 0 ? double(linear) / double(places) : 0; }
  double flatShare() const { return full > 0 ? double(flat) / double(full) : 0; }
  friend bool operator==(const RadiusLevel&, const RadiusLevel&) = default;
};

/// How far points spread across their curve, at a place of it.
struct SpreadPlace {
  shared::Vector3 place;
  double spread;
  friend bool operator==(const SpreadPlace&, const SpreadPlace&) = default;
};

/// From where R1 is.
enum class RadiusSign : uint8_t {
  none,    ///< the cloud is a curve at no radius
  curves,  ///< the spread of the points where the cloud has become a curve
  sheets   ///< how wide a body is where its skin stops looking flat
};

struct CloudRadius {
  RadiusSign sign = RadiusSign::none;
  double r1 = 0;                     ///< in the cloud's units; 0: none was seen
  double linear = 0;                 ///< the greatest share of linear places that a radius has
  double curve = 0;                  ///< the finest radius with half of that share; 0: none
  double strewn = 0;                 ///< share of the points that are an even background; 0: none
  double sheets = 0;                 ///< the radius where sheets end; 0: there are none, or they do not
  double widest = 0;                 ///< the spread that nine tenths of the places stay below; 0: none
  bool twoScales = false;            ///< fine curves beside wide ones: R1 is that of the fine ones, and places look as far as their curve is wide
  std::vector<RadiusLevel> levels;   ///< from fine to coarse
  std::vector<SpreadPlace> spreads;  ///< of the places that became a curve
  friend bool operator==(const CloudRadius&, const CloudRadius&) = default;
};

struct RadiusInput {
  const PointCloud& cloud;  ///< of the plane or of space
};

/// Points are laid on a lattice (compute/network/radius/cloud_lattice.h), where equal ones count once, and of more than 32 768 places those of least
/// hash stay. So the result depends on the set of points alone, scales with the cloud by powers of two, and is about the same however many points
/// there are. Throws Cancelled.
using RadiusFunction = CloudRadius (*)(const RadiusInput&, const StageContext&);

}  // namespace arete
