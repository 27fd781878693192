// choose.cuda.rounds: the points that row 0 chooses, the lexicographically first maximal independent set, in rounds over prefixes.
//
// Idea. The cloud is taken in pieces that grow fourfold. All points of a piece are looked up at once in the grid of the points chosen before
// it (chosen_grid.cuh); a bit says which are not covered. One block lists those in order and decides them, kDecide at a time (decide.cuh):
// first all pairs within R1, as bits in shared memory, then rounds in which a point is chosen once no undecided one before it reaches it,
// and drops out once a chosen one does. Then all that were chosen enter the grid at once. In an unordered cloud a few thousand points
// choose nearly everything and nearly all work is the looking up; in a cloud sorted along its curve most is decided by the block: the
// same result, less overlap. The host launches pieces of up to kLongPiece points without waiting.
//
// Memory: per cloud point d coordinates, two words and a bit; per cell 8 bytes and 24 points (where that would be more than
// kMostDense_bytes: 24 bytes or more per cell or cloud point, whichever are fewer). Cost: one list per point; per kDecide points that are
// left some microseconds of one block. Loses to the CPU for small clouds, where launches decide.
// Floor: one pass over the cloud, n·d·sizeof(T) bytes, and three launches a piece: 1 M points are seven pieces.
// Compiled with d known: 2 and 3 in float; one version for everything else.
// Source: Blelloch, Fineman, Shun 2012, "Greedy sequential maximal independent set and matching are parallel on average".
#include "compute/chains/choose/choose_pieces.cuh"
#include "compute/chains/choose/stage.h"

namespace arete::cuda {

std::vector<uint32_t> chooseRounds(const ChooseInput& in, const StageContext& context) {
  context.checkStop();
  return withScalarType(in.cloud.scalar(), [&]<class T>() {
    if (in.cloud.empty() || !gridSuits<T>(in.r1)) return chooseOneBlock(in, context);
    CudaDevice& device = cudaDevice(context);
    const DevicePoints<T> cloud = device.upload<T>(in.cloud);
    const DeviceGrid grid = chosenGrid(in.cloud, in.r1);
    return withKnownDimension<T>(in.cloud.dimension(), [&]<int D>() { return chooseInPieces<T, D>(cloud, grid, in.r1, device, context); });
  });
}

}  // namespace arete::cuda
