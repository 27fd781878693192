#include "compute/chains/parts/choose_in_parts.h"

namespace arete::parts {

uint32_t chooseInParts(ChoosingParts& parts, uint32_t count, Exchange& exchange, const StageContext& context,
                       const std::function<void(uint32_t)>& round) {
  constexpr size_t kFirstBatch = 1 << 12, kLargestBatch = 1 << 20, kFewest = 64;
  uint32_t rounds = 0;
  for (size_t batch = kFirstBatch;; batch = std::min(2 * batch, kLargestBatch)) {
    context.checkStop();
    const size_t most = std::max(batch / count, kFewest);
    const std::vector<Message> offers = exchange.gather(parts.offers(most));
    bool any = false;
    for (const Message& each : offers) any = any || MessageReader(each, MessageKind::offers).count() > 0;
    if (!any) return rounds;
    parts.decide(offers, most, context);
    ++rounds;
    if (round) round(rounds);
  }
}

}  // namespace arete::parts
