// The vote on the direction of a wire through a place, as LineVote, but read in rows and counted a register at a time. A ball is left as soon as it
// is too crowded, and asked for no direction where it holds too little for any. Where few points are around, those of the next balls are read with
// them. Points are put in their order, by a radix sort of their numbers, only where some of them are left out.
#pragma once

#include <vector>

#include "compute/network/look/ball_look.h"
#include "compute/network/wire_lines/wire_sight.h"

namespace arete::cpu {

/// Points as they are seen from a place, ready for a register: behind the last there are some that vote for nothing.
struct Voters {
  std::vector<double> x, y, z, squared, weight, farWeight;
  size_t count = 0;
};

/// All points around a place, in the order of the rows.
struct PointsAround {
  std::vector<double> x, y, z, squared, weight;
  std::vector<uint32_t> number;
  size_t count = 0;
  double reach = 0;  ///< how far from the place
};

/// What a direction gets.
struct LineVotes {
  double all, far;
};
/// Counts the votes of a direction, of voters farther than `near` along it and nearer across (squares).
using VoteKernel = LineVotes (*)(const Voters&, const shared::Vector3& way, double near);
/// For this processor, the fastest last. Sums of weights must be below 2^53.
std::vector<VoteKernel> voteKernels();

/// Holds memory for one vote after the other: one for each thread.
class RowVote {
 public:
  /// `look` is of the super-points, for all balls; all outlive it.
  RowVote(const WireLinesInput& in, const BallLook& look);

  /// Sets what WireLinesFunction says; true where the node has a line.
  bool run(RidgeNode& node) {
    around_.reach = 0, isCrowded_ = false;
    return findLine(node, in_, [&](double reach, bool mayBeCrowded) { return votesIn(node.place, reach, mayBeCrowded); });
  }

 private:
  const std::vector<LineDirection>* votesIn(const shared::Vector3& place, double reach, bool mayBeCrowded);
  bool gatherBall(const shared::Vector3& place, double reach, size_t most);
  bool gather(const shared::Vector3& place, double reach, size_t most);
  double see(double outer);
  void chooseDirections(double outer);
  void countDirections();
  void putClearestFirst();
  void sortByNumber(std::vector<uint32_t>& points);

  const WireLinesInput& in_;
  const BallLook& look_;
  VoteKernel kernel_;
  double lastReach_;                    // of all balls
  int digits_, digitBits_;              // of a number
  PointsAround around_;                 // the place of the node
  bool isCrowded_ = false;              // so much is around it that each ball is read by itself
  std::vector<uint32_t> ball_, outer_;  // which of those around are in a ball and vote; which of these say where to
  std::vector<uint64_t> keys_, sortedKeys_;
  std::vector<uint32_t> starts_;
  Voters voters_;
  std::vector<LineDirection> directions_;
};

}  // namespace arete::cpu
