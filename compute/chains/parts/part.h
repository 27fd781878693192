// A part of a cloud while its chosen points evolve.
//
// A part owns points, each point of the cloud belongs to one part. A chosen point is at home in the part whose region its place is in (parting.h);
// only there it is moved. In an iteration a part looks at its points that are due and sends what changed of the sums of chosen points to their homes;
// when the sums of all neighbours are there, a home moves its chosen points and sends their places to every part that has points in cells which touch
// the old or the new cell, and to the new home, that one with the sums. So a part knows the chosen points at home and those within reach of its
// points, and needs memory for these alone: one that comes within reach arrives with the move, and one that has left is forgotten once no point
// counts for it.
//
// Why no bit changes. Sums are integers in the scale of the whole cloud: any order and grouping gives the same. All of S within reach of a point is
// within one cell of its cell, so its part knows the places of the same iteration, and assigns it as the whole would; ties go by the order of S,
// which slots keep on all parts. A home has the sums of all parts before it moves anything, by the one formula. Nothing depends on the parting, on
// the number of parts, or on what arrives first. Source: ours; the margins are those of evolve.cpu.accelerated.
#pragma once

#include "compute/chains/parts/message.h"
#include "compute/core/device.h"
#include "compute/core/point_array.h"

namespace arete::parts {

/// What a part has sent.
struct PartSent {
  uint64_t sumChanges = 0, moves = 0, handovers = 0;
};

/// How many chosen points a part knows now, the most that it knew at a time since reset(), and for how many it has room.
struct PartKnows {
  uint64_t now = 0, most = 0, room = 0;
};

/// Slots are places in S at the last reset(), the same to all parts. Any call may throw Cancelled; then only reset() may follow.
class EvolvingPart {
 public:
  virtual ~EvolvingPart() = default;

  /// Cells where it has points and others must know, by part: given to those parts' learn(), before anything else.
  virtual std::vector<std::vector<uint64_t>> announce() const = 0;
  virtual void learn(uint32_t part, std::span<const uint64_t> cells) = 0;
  /// The parts that it exchanges messages with in every half, ascending.
  virtual void setNeighbours(std::vector<uint32_t> neighbours) = 0;

  /// Whether the next look() will look at points.
  virtual bool isDue() const = 0;
  virtual uint64_t points() const = 0;
  virtual PartSent sent() const = 0;
  virtual PartKnows knows() const = 0;
  /// `chosen`: row layout. `near`: slots, ascending, of all that may be at home or within reach of its points; of these it takes what is.
  virtual void reset(const PointArray& chosen, std::span<const uint32_t> near, const StageContext& context) = 0;
  /// `stays`: by slot, whether it is in S from now on.
  virtual void keep(std::span<const uint8_t> stays, const StageContext& context) = 0;

  /// The first half of an iteration: looks at what is due, and gives each neighbour its message. Returns the number of points looked at.
  virtual uint64_t look(std::vector<Message>& out, uint32_t half, const StageContext& context) = 0;
  /// The second half: takes the neighbours' sums, moves what is at home, and gives each neighbour its message. Returns how many moved.
  virtual uint32_t move(std::span<const Message> in, std::vector<Message>& out, uint32_t half, const StageContext& context) = 0;
  /// Takes the neighbours' moves, which ends the iteration.
  virtual void apply(std::span<const Message> in, const StageContext& context) = 0;

  /// The chosen points at home that moved or came since the last time.
  virtual Message places() = 0;
  /// For its own points, at their numbers in the cloud: the place of each one's chosen point in S, or kUnassigned. `places`: in S, by slot.
  virtual void assign(std::vector<uint32_t>& assignment, std::span<const uint32_t> places, const StageContext& context) = 0;
};

}  // namespace arete::parts
