// Choosing from points in parts: the set that row 0 chooses from all of them in the order of their keys.
#pragma once

#include <functional>

#include "compute/chains/parts/exchange.h"
#include "compute/core/device.h"

namespace arete::parts {

/// The points of this process, in any number of parts. A key says where a point comes in the order of all; no two are equal.
class ChoosingParts {
 public:
  virtual ~ChoosingParts() = default;
  /// For each part, its undecided points with the lowest keys, at most this many, as MessageKind::offers.
  virtual std::vector<Message> offers(size_t most) = 0;
  /// Decides the lowest points of all that were offered, up to where no part can have a lower one that it did not offer; then drops what they cover
  /// of its own points. All processes get the same offers and decide alike.
  virtual void decide(std::span<const Message> offers, size_t most, const StageContext& context) = 0;
};

/// Asks all parts for their lowest undecided points, has them decided, and again, with more each time, until none is left. Returns how often points
/// went to and fro. Throws Cancelled.
///
/// Same set as row 0: a point is decided once every lower one is, by the same comparison with those that were chosen. So by induction over the keys.
/// Source: prefixes, Blelloch, Fineman, Shun 2012.
/// `round`: hears of each, after it.
uint32_t chooseInParts(ChoosingParts& parts, uint32_t count, Exchange& exchange, const StageContext& context,
                       const std::function<void(uint32_t rounds)>& round = {});

}  // namespace arete::parts
