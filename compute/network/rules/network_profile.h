// What a network describes, and what is found out about it: both change the rules of stages.
#pragma once

#include <cstdint>

namespace arete {

enum class NetworkProfile : uint8_t {
  map,      ///< streets, tracks: in the plane; loops are likely
  surface,  ///< tubes and trees in space, points on their surface: loops are unlikely
  sphere,   ///< lines on the unit sphere, in space; loops are likely
  wires,    ///< conductors side by side, hanging from pylon to pylon; no junctions
};

struct Circumstances {
  bool isFoggy = false;   ///< points scattered evenly are more of the cloud than `fogShare`
  bool isTree = false;    ///< loops are so rare that they are false
  bool isSparse = false;  ///< a typical street holds few points; it counts only where branches are judged
};

}  // namespace arete
