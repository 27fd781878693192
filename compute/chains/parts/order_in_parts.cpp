#include "compute/chains/parts/order_in_parts.h"

#include "compute/chains/parts/passing_turns.h"

namespace arete::parts {

namespace {

using Parts = std::span<const std::unique_ptr<JoiningPart>>;

/// What each part has to say, told to all.
template <class Say>
std::vector<Message> told(const Parts& parts, Exchange& exchange, const OneThreadEach& threads, const StageContext& context, const Say& say) {
  std::vector<Message> own(parts.size());
  threads.forEach(parts.size(), context, [&](size_t part, const StageContext& inner) { own[part] = say(part, inner); });
  return exchange.gather(std::move(own));
}

bool anyOpen(std::span<const Message> messages) {
  for (const Message& each : messages)
    if (MessageReader(each, MessageKind::accepts).get<uint64_t>() > 0) return true;
  return false;
}

std::vector<Edge> edgesIn(std::span<const Message> messages) {
  std::vector<Edge> edges;
  for (const Message& each : messages) {
    MessageReader message(each, MessageKind::edges);
    const size_t before = edges.size();
    edges.resize(before + message.count());
    message.get(edges.data() + before, message.count());
  }
  return edges;
}

}  // namespace

Joined orderInParts(Parts parts, Exchange& exchange, PartsOrder order, const OneThreadEach& threads, const StageContext& context) {
  const std::vector<Message> loose =
      told(parts, exchange, threads, context, [&](size_t part, const StageContext& inner) { return parts[part]->findEdges(inner); });
  threads.forEach(parts.size(), context, [&](size_t part, const StageContext& inner) { parts[part]->findJoins(loose, inner); });
  Joined joined;
  PassingTurns turns(order.seed);
  for (bool open = true; open; ++joined.rounds) {
    context.checkStop();
    turns.next(parts.size());
    const std::vector<Message> accepted = told(parts, exchange, threads, context, [&](size_t part, const StageContext&) {
      return turns.passes(part) ? nothing(MessageKind::accepts, 1) : parts[part]->join();
    });
    open = anyOpen(accepted);
    if (open) threads.forEach(parts.size(), context, [&](size_t part, const StageContext&) { parts[part]->learn(accepted); });
  }
  joined.edges = edgesIn(told(parts, exchange, threads, context, [&](size_t part, const StageContext&) { return parts[part]->edges(); }));
  return joined;
}

}  // namespace arete::parts
