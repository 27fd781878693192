// Divides chosen points among parts for what depends on each other's places alone: decimating and joining.
//
// Every process has all of S between runs of evolve, so all make the same cuts of space without a word, over a grid of S, and each takes what lies in
// its own region, with what lies around it as far as looks go. Where a point of the cloud is does not matter here, nor at which part a chosen point
// was at home while it moved.
// Memory: 5 bytes for each point that a part knows. Cost: each process looks once at every chosen point, some tens of nanoseconds.
#pragma once

#include <vector>

#include "compute/core/device.h"
#include "compute/core/point_array.h"

namespace arete::cpu {

enum class Owner : uint8_t {
  another,  ///< within reach of this part's region
  self,
  selfNear  ///< its own, and within reach of another part's region: that one knows it too
};

struct KnownChosen {
  std::vector<uint32_t> slots;  ///< places in S, ascending
  std::vector<Owner> owners;    ///< of each
  /// Parts of which it knows points, and that know some of its own.
  std::vector<uint32_t> neighbours;
};

/// Parts of this process: so many of all, from the first one on.
struct PartRange {
  uint32_t first = 0, count = 1, all = 1;
};

/// What each part of this process knows. Reach must suit the coordinates' type (gridSuits).
std::vector<KnownChosen> dividedChosen(const PointArray& chosen, double reach, const PartRange& parts, const StageContext& context);

}  // namespace arete::cpu
