// How parts reach each other: all that a detection in parts needs of threads, processes or machines.
//
// An iteration of evolve has two halves, and a run numbers them from 0. In each a part sends one message to every neighbour, an empty one too, and
// goes on when those of its neighbours of the same half are there. So it is at most one half ahead of a neighbour, and no message comes too early for
// the place that is kept for it: places alternate by the parity of the half.
#pragma once

#include <algorithm>
#include <optional>

#include "compute/chains/parts/message.h"

namespace arete::parts {

/// What parts did in an iteration.
struct IterationCounts {
  uint64_t moved = 0, lookedAt = 0;
  uint64_t busiest = 0;  ///< points looked at by the part that looked at the most
  uint64_t stops = 0;    ///< processes that were asked to stop: all do so at the same iteration

  IterationCounts& operator+=(const IterationCounts& other) {
    moved += other.moved, lookedAt += other.lookedAt, busiest = std::max(busiest, other.busiest), stops += other.stops;
    return *this;
  }
};

/// Iterations that a part may be ahead of the sum that would end the run.
inline constexpr uint64_t kSumLag = 8;

class Exchange {
 public:
  virtual ~Exchange() = default;

  /// To each neighbour one message for each half.
  virtual void send(uint32_t from, uint32_t to, uint64_t half, Message message) = 0;
  /// Whether the messages of this half from all neighbours have arrived.
  virtual bool arrived(uint32_t at, uint64_t half) const = 0;
  /// Takes them once they have arrived, in the order of the neighbours.
  virtual std::vector<Message> receive(uint32_t at, uint64_t half) = 0;

  /// Adds what a part did in an iteration. Each part does so once for each.
  virtual void add(uint64_t iteration, const IterationCounts& counts) = 0;
  /// Over all parts; nothing while one of them has not added.
  virtual std::optional<IterationCounts> sum(uint64_t iteration) const = 0;

  /// No part of this process can go on: lets what others sent arrive. False where there are no others, so that nothing will.
  virtual bool await() { return false; }
  /// The run has ended everywhere with the same sums. `posted`: no part has added to this iteration or a later one. A part that did not reach an
  /// earlier iteration adds zero counts to it. Messages under way are dropped.
  virtual void endRun(uint64_t posted) { static_cast<void>(posted); }

  /// Gives everybody the messages of all parts, in the order of parts. `own`: of the parts that this process has. Waits for the others.
  virtual std::vector<Message> gather(std::vector<Message> own) = 0;
};

}  // namespace arete::parts
