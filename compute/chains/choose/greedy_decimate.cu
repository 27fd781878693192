// choose.cuda.greedy_decimate: greedy choose, then decimated with R2 = 2·R1 until nothing is removed, before anything evolves. The thesis tried
// it to remove the surplus of the greedy version and found the cloud covered unevenly: inexact, to be studied rather than used.
// Memory and cost: those of choose.cuda.greedy and decimate.cuda.mark_compact. Source: thesis, 3.2 and table 3.1.
#include "compute/chains/choose/stage.h"
#include "compute/chains/decimate/stage.h"

namespace arete::cuda {

std::vector<uint32_t> chooseGreedyDecimate(const ChooseInput& in, const StageContext& context) {
  std::vector<uint32_t> chosen = chooseGreedy(in, context);
  for (bool removed = true; removed;) {
    const PointArray points = in.cloud.points().subset(chosen);
    std::vector<uint32_t> kept = decimateMarkCompact({points, 2 * in.r1, in.params}, context);
    removed = kept.size() < chosen.size();
    for (uint32_t& index : kept) index = chosen[index];
    chosen = std::move(kept);
  }
  return chosen;
}

}  // namespace arete::cuda
