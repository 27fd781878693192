// decimate.cpu.parts: the sweep of row 0 on chosen points in parts, for so many that one process should not have to look at all of them.
//
// Idea. Chosen points are divided by space. Each part decides its own, as decimate.cpu.rounds does, knowing those within 2·R2 around them; what
// depends on points of others waits until these have told their fates (compute/chains/parts/decimate_in_parts.h says why the answer is the same). Up
// to whole_up_to points the sweep is that of decimate.cpu.grid.
//
// Memory: what a part knows, once more, a grid of it, and 6 bytes a point. Cost: that of decimate.cpu.rounds, shared among parts; a look at every
// chosen point that finds its part; some rounds of messages, more where the order of the points runs along the curve. Loses to decimate.cpu.grid in
// one process, always: that one keeps counts of neighbours from sweep to sweep. Source: ours, from Blelloch, Fineman, Shun 2012.
#include <algorithm>

#include "compute/chains/decimate/stage.h"
#include "compute/chains/parts/about_chosen.h"
#include "compute/chains/parts/local_exchange.h"
#include "compute/chains/parts/partition.h"
#include "compute/core/grid_shape.h"

namespace arete::cpu {

std::vector<uint32_t> decimateParts(const DecimateInput& in, const StageContext& context) {
  if (!worthParts(in.chosen, in.r2, in.params)) return decimateGrid(in, context);
  const uint32_t count = std::min(uint32_t(in.params.get(kPartsParam)), in.chosen.size());
  parts::LocalExchange exchange{std::vector<std::vector<uint32_t>>(count)};
  return decimateChosen(in.chosen, in.r2, {.first = 0, .count = count, .all = count}, exchange, {}, context).kept;
}

}  // namespace arete::cpu
