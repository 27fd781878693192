// The lines of a network in the plane, and the place on them that is nearest to a point.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "compute/core/curve.h"
#include "compute/core/segment_tree.h"
#include "compute/core/thread_pool.h"
#include "compute/network/tracks/tracks.h"

namespace arete {

class NetworkLines {
 public:
  NetworkLines(const Curve& network, ThreadPool& threads);

  struct Place {
    double distance;
    double aside;   ///< across the line: above 0 on its left; less than the distance beyond its ends
    uint32_t line;  ///< the curve's polyline
    double along;   ///< of it
  };
  /// None where there are no lines.
  std::optional<Place> nearest(const TrackPlace& point) const;

 private:
  struct Piece {
    uint32_t line;
    double begin, length;  ///< along it; its own
  };
  struct Pieces {
    std::vector<double> ends;
    std::vector<Piece> about;
  };
  static Pieces piecesOf(const Curve& network);
  NetworkLines(Pieces pieces, ThreadPool& threads);

  std::vector<double> ends_;  // four numbers a piece
  std::vector<Piece> pieces_;
  SegmentTree tree_;
};

}  // namespace arete
