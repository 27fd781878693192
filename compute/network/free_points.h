// Which super-points no wire has: an end that follows its points may have those.
#pragma once

#include <optional>
#include <vector>

#include "compute/network/ball_grid.h"
#include "compute/stages/wire_follow.h"

namespace arete {

class FreePoints {
 public:
  explicit FreePoints(const WireFollowInput& in);

  const BallGrid& grid() const { return grid_; }
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

  const WireFollowInput& in_;
  double width_, longest_ = 0;
  BallGrid grid_;  // of the super-points
  std::vector<Way> edges_, added_;
  std::vector<shared::Vector3> middles_;
  std::vector<bool> there_, taken_;
  std::optional<BallGrid> middleGrid_;
};

}  // namespace arete
