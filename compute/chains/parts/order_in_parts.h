// The edges between chosen points in parts: those that row 0 of order makes of all of them.
//
// Pairs within R2 are edges of the part that has the lower point. Of joins, which loose ends make, closest first, a part knows all that its own
// points may make, once others have told which of theirs are loose. A join is made when it is among the first open ones, as many as the end still
// takes, of both its ends; each part says so of its own ends. It is dropped when an end takes no more. What is among the first stays so, as those
// before it only become fewer; the closest open join of all is first at both its ends, so rounds end; and by induction in the order of joins, what
// the sorted pass makes is made, and nothing else. Source: ours, from prefixes, Blelloch, Fineman, Shun 2012.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "compute/chains/parts/schedule.h"
#include "compute/core/curve.h"

namespace arete::parts {

class JoiningPart {
 public:
  virtual ~JoiningPart() = default;
  /// Finds its edges, and tells which of its own points that others know are loose, as MessageKind::ends.
  virtual Message findEdges(const StageContext& context) = 0;
  /// Takes what all parts told of loose points: now its joins are known.
  virtual void findJoins(std::span<const Message> told, const StageContext& context) = 0;
  /// Goes on as far as it can: as MessageKind::accepts, what others must hear of its own ends.
  virtual Message join() = 0;
  virtual void learn(std::span<const Message> told) = 0;
  /// Edges and joins whose lower end is its own, as MessageKind::edges.
  virtual Message edges() const = 0;
};

struct Joined {
  std::vector<Edge> edges;  ///< in no particular order
  uint32_t rounds = 0;      ///< how often accepted joins went to and fro
};

/// `parts`: of this process. `order`: as for decimateInParts(). Throws Cancelled.
Joined orderInParts(std::span<const std::unique_ptr<JoiningPart>> parts, Exchange& exchange, PartsOrder order, const OneThreadEach& threads,
                    const StageContext& context);

}  // namespace arete::parts
