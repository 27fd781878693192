// A sweep of decimate over chosen points in parts: the points that row 0 keeps of all of them, in their order.
//
// Whether a point goes depends on the points within 2·R2 of it: those behind it in the order as they are when the sweep begins, those before it as
// the sweep has left them. A part knows the points that far around its own. So it decides its own as decimate.cpu.rounds does, as far as it can
// without fates that others have not told yet; then all tell what they decided, and go on. The first open point of all is open for one round only, so
// rounds end. That a sweep leaves no fewer than kFewestChosen − 1 is put right at the end: removals count in the order of S. Source: ours, from
// prefixes, Blelloch, Fineman, Shun 2012.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "compute/chains/decimate/contract.h"
#include "compute/chains/parts/schedule.h"

namespace arete::parts {

class DecimatingPart {
 public:
  virtual ~DecimatingPart() = default;
  /// Decides of its own points what can be decided now: as MessageKind::fates all of these that go, and those that stay where others know them.
  virtual Message decide(const StageContext& context) = 0;
  /// Takes what all parts have told, in their order.
  virtual void learn(std::span<const Message> told) = 0;
};

struct Swept {
  std::vector<uint32_t> kept;  ///< ascending
  uint32_t rounds = 0;         ///< how often fates went to and fro
};

/// `parts`: of this process; `count`: chosen points, more than kFewestChosen. `order`: with a seed, parts let rounds pass at random, which changes
/// nothing but their number. Throws Cancelled.
Swept decimateInParts(std::span<const std::unique_ptr<DecimatingPart>> parts, uint32_t count, Exchange& exchange, PartsOrder order,
                      const OneThreadEach& threads, const StageContext& context);

}  // namespace arete::parts
