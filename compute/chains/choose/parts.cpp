// choose.cpu.parts: the points that row 0 chooses, found by parts of the cloud that share no points.
//
// Idea. Every part offers its undecided points of the lowest index, a few at first, then more and more. The lowest of all that were offered are
// decided in order, on all parts alike, up to where some part might have a lower one that it did not offer. Each part drops what they cover. So
// points go to and fro a dozen times in a cloud without order; in a cloud that is sorted along its curve one part after the other has the lowest, and
// it takes as many rounds as a part has batches. (--point-order scattered; compute/chains/parts/choose_in_parts.h says why the set is the same.)
//
// Memory: an index per undecided point; the chosen points on a grid of cell R1, as in choose.cpu.rounds. Cost: every round compares all
// undecided points with the chosen ones near them. Loses to choose.cpu.rounds whenever the cloud fits into one memory.
// Source: prefixes, Blelloch, Fineman, Shun 2012.
#include "compute/chains/choose/stage.h"
#include "compute/chains/grid/cell_grid.h"
#include "compute/chains/parts/choose_here.h"
#include "compute/chains/parts/partition.h"

namespace arete::cpu {

std::vector<uint32_t> chooseParts(const ChooseInput& in, const StageContext& context) {
  const bool suits = withScalarType(in.cloud.scalar(), [&]<class T>() { return CellGrid::suits<T>(in.r1); });
  if (!suits) return chooseSequential(in, context);
  return chooseInParts(in, uint32_t(in.params.get(kPartsParam)), context).chosen;
}

}  // namespace arete::cpu
