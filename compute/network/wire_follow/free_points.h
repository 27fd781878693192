// Which super-points no wire has: an end that follows its points may have those.
#pragma once

#include <vector>

#include "compute/network/look/column_grid.h"
#include "compute/network/wire_follow/wire_follow.h"

namespace arete {

class FreePoints {
 public:
  explicit FreePoints(const WireFollowInput& in);

  const ColumnGrid& grid() const { return grid_; }
  /// Not taken, and not beside a wire that is ahead of a place in this direction: what is behind it is its own wire.
  bool isFree(uint32_t point, const shared::Vector3& from, const shared::Vector3& way) const;
  void take(uint32_t point) { taken_[point] = true; }

  /// Of the edge of this number: whether a wire is there.
  void setThere(size_t edge, bool there) { there_[edge] = there; }
  void addEdge(const shared::Vector3& from, const shared::Vector3& to) { added_.push_back({from, to}); }

 private:
  struct Way {
    shared::Vector3 from, to;
  };
  bool isBeside(const Way& edge, const shared::Vector3& place, const shared::Vector3& from, const shared::Vector3& way) const;

  std::vector<shared::Vector3> cutEdges(double longest);

  const WireFollowInput& in_;
  const double width_;  // how near a wire is beside a place
  ColumnGrid grid_;     // of the super-points
  std::vector<Way> added_;
  std::vector<bool> there_, taken_;
  // Edges are looked for by pieces of about the same length: of long ones a ball would hold many that no place in it is beside.
  std::vector<uint32_t> edgeOf_;  // by piece
  std::vector<shared::Vector3> middles_;
  ColumnGrid pieces_;  // by their middles
};

}  // namespace arete
