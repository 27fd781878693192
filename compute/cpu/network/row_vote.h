// The vote on the direction of a wire through a place, as LineVote, but read in rows and counted a register at a time. A ball is left as soon as it
// is too crowded; points are put in their order by a radix sort of their numbers.
#pragma once

#include <vector>

#include "compute/cpu/network/ball_look.h"
#include "compute/network/wire_sight.h"

namespace arete::cpu {

/// Points as they are seen from a place, ready for a register: behind the last there are some that vote for nothing.
struct Voters {
  std::vector<double> x, y, z, squared, weight, farWeight;
  size_t count = 0;
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
    return findLine(node, in_, [&](double reach, bool mayBeCrowded) { return votesIn(node.place, reach, mayBeCrowded); });
  }

 private:
  const std::vector<LineDirection>* votesIn(const shared::Vector3& place, double reach, bool mayBeCrowded);
  bool gather(const shared::Vector3& place, double reach, bool mayBeCrowded);
  void sortNumbers();
  void see(const shared::Vector3& place, double outer);
  void countDirections(double outer);

  const WireLinesInput& in_;
  const BallLook& look_;
  VoteKernel kernel_;
  int digits_, digitBits_;  // of a number
  std::vector<uint32_t> numbers_, sorted_, starts_;
  Voters voters_;
  std::vector<LineDirection> directions_;
};

}  // namespace arete::cpu
