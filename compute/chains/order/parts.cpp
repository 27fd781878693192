// order.cpu.parts: the pairs of row 0 on chosen points in parts, for so many that one process should not have to look at all of them.
//
// Idea. Chosen points are divided by space. Each part finds the edges of its own points and the joins that its loose ends may make; these are made in
// rounds, each end telling which it accepts (compute/chains/parts/order_in_parts.h says why they are those of the sorted pass). Up to whole_up_to
// points the pairs are found by order.cpu.grid.
//
// Memory: what a part knows, sorted; edges and joins. Cost: that of order.cpu.grid, shared among parts; a look at every chosen point that finds its
// part; some rounds of messages. The chains are made of all edges, in sequence. Loses to order.cpu.grid in one process: the same work, less evenly
// shared. Source: ours, from Blelloch, Fineman, Shun 2012.
#include <algorithm>

#include "compute/chains/order/stage.h"
#include "compute/chains/parts/about_chosen.h"
#include "compute/chains/parts/local_exchange.h"
#include "compute/chains/parts/partition.h"

namespace arete::cpu {

Curve orderParts(const OrderInput& in, const StageContext& context) {
  if (!worthParts(in.chosen, in.r2, in.params)) return orderGrid(in, context);
  const uint32_t count = std::min(uint32_t(in.params.get(kPartsParam)), in.chosen.size());
  parts::LocalExchange exchange{std::vector<std::vector<uint32_t>>(count)};
  parts::Joined joined = joinChosen(in.chosen, in.r2, {.first = 0, .count = count, .all = count}, exchange, {}, context);
  return makeCurve(in.chosen.withLayout(Layout::row), std::move(joined.edges), context.stop);
}

}  // namespace arete::cpu
