#include "compute/chains/parts/decimate_in_parts.h"

#include "compute/chains/parts/passing_turns.h"

namespace arete::parts {

namespace {

/// Marks who goes; true where a point is still open.
bool take(std::span<const Message> told, std::vector<uint8_t>& goes) {
  bool open = false;
  for (const Message& each : told) {
    MessageReader message(each, MessageKind::fates);
    open = message.get<uint64_t>() > 0 || open;
    for (uint64_t i = 0; i < message.count(); ++i) {
      const auto slot = message.get<uint32_t>();
      goes.at(slot) = message.get<uint8_t>();
    }
  }
  return open;
}

/// Includes what the stop rule keeps.
std::vector<uint32_t> survivors(const std::vector<uint8_t>& goes) {
  auto mayGo = uint32_t(goes.size()) - kFewestChosen + 1;  // removals until fewer than kFewestChosen are left
  std::vector<uint32_t> kept;
  for (uint32_t slot = 0; slot < goes.size(); ++slot) {
    if (mayGo > 0 && goes[slot]) --mayGo;
    else kept.push_back(slot);
  }
  return kept;
}

}  // namespace

Swept decimateInParts(std::span<const std::unique_ptr<DecimatingPart>> parts, uint32_t count, Exchange& exchange, PartsOrder order,
                      const OneThreadEach& threads, const StageContext& context) {
  std::vector<uint8_t> goes(count);
  Swept swept;
  PassingTurns turns(order.seed);
  for (bool open = true; open; ++swept.rounds) {
    context.checkStop();
    turns.next(parts.size());
    std::vector<Message> own(parts.size());
    threads.forEach(parts.size(), context, [&](size_t part, const StageContext& inner) {
      own[part] = turns.passes(part) ? nothing(MessageKind::fates, 1) : parts[part]->decide(inner);
    });
    const std::vector<Message> told = exchange.gather(std::move(own));
    open = take(told, goes);
    if (open) threads.forEach(parts.size(), context, [&](size_t part, const StageContext&) { parts[part]->learn(told); });
  }
  swept.kept = survivors(goes);
  return swept;
}

}  // namespace arete::parts
