// The vote on the direction of a wire through a place. Source: 3D, C 1.
#pragma once

#include <vector>

#include "compute/network/look/ball_grid.h"
#include "compute/network/wire_lines/wire_sight.h"

namespace arete::cpu {

/// Holds memory for one vote after the other: one for each thread.
class LineVote {
 public:
  /// `grid` is of the super-points; all outlive it.
  LineVote(const WireLinesInput& in, const BallGrid& grid) : in_(in), grid_(grid) {}

  /// Sets what WireLinesFunction says; true where the node has a line.
  bool run(RidgeNode& node) {
    return findLine(node, in_, [&](double reach, bool mayBeCrowded) { return votesIn(node.place, reach, mayBeCrowded); });
  }

 private:
  struct Voter {
    uint32_t point;
    double squared;
    friend auto operator<=>(const Voter&, const Voter&) = default;
  };
  const std::vector<LineDirection>* votesIn(const shared::Vector3& place, double reach, bool mayBeCrowded);
  bool gather(const shared::Vector3& place, double reach, bool mayBeCrowded);
  void countDirections(const shared::Vector3& place, double reach);
  LineDirection counted(const shared::Vector3& place, const shared::Vector3& way, double outer) const;

  const WireLinesInput& in_;
  const BallGrid& grid_;
  std::vector<Voter> voters_;
  std::vector<LineDirection> directions_;
};

}  // namespace arete::cpu
