// Lines from points to their neighbours, for drawing and listing.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compute/core/point_cloud.h"

namespace arete {

/// The point whose neighbours are listed.
struct SelectedPoint {
  bool chosen = false;  ///< a chosen point; else one of the cloud
  uint32_t index = 0;
  friend bool operator==(const SelectedPoint&, const SelectedPoint&) = default;
};

struct ListedNeighbour {
  uint32_t index = 0;  ///< in the cloud
  double distance = 0;
};

struct Links {
  PointArray ends;                ///< two points a link, from and to, local coordinates
  std::vector<double> distances;  ///< one a link
  double nearest = 0, farthest = 0;
  std::vector<uint32_t> degrees;  ///< [i]: points that i links lead to, from i = 1; grouped, see degreesPerBar
  uint32_t degreesPerBar = 1;     ///< degrees[i] holds those with (i - 1) · degreesPerBar + 1 … i · degreesPerBar links
  std::vector<Bounds> cells;      ///< of the search structure, local coordinates; empty unless asked for
  double radius = 0;              ///< of the balls that were searched; 0: the k nearest were
  std::vector<double> ball;       ///< centre of the ball around the selected point, local coordinates; empty where none is drawn
  std::string left;               ///< "every 5th point": what was left out, "" for nothing

  SelectedPoint selected;                   ///< whose neighbours follow
  std::vector<ListedNeighbour> neighbours;  ///< of the selected point, nearest first; empty when none is selected
  std::string version;                      ///< which version found them
  double milliseconds = 0;
};

}  // namespace arete
