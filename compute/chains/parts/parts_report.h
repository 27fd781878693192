// What a detection in parts did and sent, for reports.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "compute/chains/parts/partition.h"

namespace arete {

struct PartsReport {
  Partition partition = Partition::space;  ///< that was used, never automatic
  std::vector<uint64_t> points;            ///< owned, by part
  uint64_t iterations = 0;                 ///< of evolve; what follows is of all of them
  uint64_t sumChanges = 0;                 ///< of chosen points at home elsewhere, sent to their homes
  uint64_t moves = 0;                      ///< places sent to parts that must know them
  uint64_t handovers = 0;                  ///< chosen points that changed their home
  uint64_t messages = 0, bytes = 0;        ///< sent between parts, empty messages included
  double busiestBytes = 0;                 ///< in and out of the busiest part, per iteration
  double balance = 1;                      ///< mean of the points looked at by a part over those of the busiest one, added up iteration by iteration

  // Of parts on GPUs, which send no messages: partition says nothing, and of the numbers above only points, iterations and balance are known.
  std::vector<int> gpus;       ///< where each part is, from 1 on; empty elsewhere
  bool readsDirectly = false;  ///< GPUs read each other's sums, rather than copies

  // Of ranks, each of which has a part; empty in one process:
  std::vector<std::string> hosts;    ///< where they run
  std::vector<uint64_t> peakMemory;  ///< most bytes that were resident
  std::vector<double> waited_s;      ///< for messages of others while chosen points moved
  uint32_t chooseRounds = 0;         ///< how often points went to and fro until all were chosen or covered
  uint32_t decimateRounds = 0;       ///< how often fates did in all sweeps; 0 where each rank swept over all chosen points
  uint32_t orderRounds = 0;          ///< how often joins did; likewise

  friend bool operator==(const PartsReport&, const PartsReport&) = default;
};

}  // namespace arete
