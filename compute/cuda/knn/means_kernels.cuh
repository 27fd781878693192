// Moving the means of nodes: points to their nearest mean, sums of coordinates, new means.
#pragma once

#include "compute/cuda/buffer.h"
#include "compute/shared/fixed_point.h"

namespace arete::cuda {

/// A stretch of a node's points.
struct MeansChunk {
  uint32_t slot;          ///< of the node, among those that are parted together
  uint32_t begin, count;  ///< among the points that are here
};

/// K means of each of some nodes. Sums are whole numbers, so that it does not matter in what order blocks add to them.
template <class T>
struct MeansState {
  T* means;                   ///< slot by slot, K rows of d
  shared::FixedSum<T>* sums;  ///< of the same shape
  uint32_t* counts;           ///< slot by slot, K
  uint8_t* done;              ///< by slot: no mean moved, or they moved often enough
  int dimension;
  uint32_t children;  ///< K
  shared::FixedScale scale;
};

/// Gives the points of the chunks to their nearest mean, ties to the lower one, and adds them to its sums. `packed`: PackedPoints; `nearest`: of
/// the points that are here.
template <class T>
void assignToMeans(const T* packed, const MeansChunk* chunks, uint32_t chunkCount, const MeansState<T>& state, uint8_t* nearest, cudaStream_t stream);

/// New means of all slots; sums and counts back to 0 where they moved, but not if this is the last turn. Adds to `*moving` how many go on.
template <class T>
void moveMeans(const MeansState<T>& state, uint32_t slots, bool last, uint32_t* moving, cudaStream_t stream);

/// All turns of many small nodes in one launch, a block each. Chunk i is the whole of the node in slot i.
template <class T>
void partFragments(const T* packed, const MeansChunk* chunks, uint32_t slots, const MeansState<T>& state, uint8_t* nearest, cudaStream_t stream);

}  // namespace arete::cuda
