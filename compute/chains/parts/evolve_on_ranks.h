// Evolve over several ranks: each has one part of the cloud, and all have S between runs of iterations.
#pragma once

#include <memory>

#include "compute/chains/evolve/contract.h"
#include "compute/chains/parts/part.h"
#include "compute/chains/parts/partition.h"
#include "compute/chains/parts/ranked_points.h"
#include "compute/chains/parts/ranks.h"

namespace arete::cpu {

/// All of these are called by all ranks, with the same arguments. Where one of them is asked to stop, all throw Cancelled after the same iteration.
class RankEvolver : public Evolver {
 public:
  virtual Partition partition() const = 0;   ///< that was used, never automatic
  virtual uint64_t points() const = 0;       ///< of this rank's part
  virtual parts::PartSent sent() const = 0;  ///< by this rank
  virtual uint64_t busiest() const = 0;      ///< points looked at by the busiest rank, added up iteration by iteration
};

/// `cloud`: gives its points away with the first reset(), when it is known how many were chosen; outlives the Evolver, as do the ranks. R1 must suit
/// the coordinates' type (CellGrid::suits). There is no assignment.
std::unique_ptr<RankEvolver> makeRankEvolver(RankedPoints& cloud, double r1, Partition partition, const ParamValues& params, parts::Ranks& ranks);

}  // namespace arete::cpu
