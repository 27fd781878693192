// Moves the means of nodes: points to their nearest mean, sums of coordinates, new means.
#pragma once

#include "compute/core/fixed_point.h"
#include "compute/gpu/buffer.h"

namespace arete::cuda {

/// A run of a node's points.
struct MeansChunk {
  uint32_t slot;          ///< of the node, among those that are divided together
  uint32_t begin, count;  ///< among the points on the GPU
};

/// K means of each of some nodes. Sums are integers, so the order in which blocks add to them does not matter.
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

/// Assigns the points of the chunks to their nearest mean, ties to the lower one, and adds them to its sums. `packed`: PackedPoints; `nearest`: of
/// the points on the GPU.
template <class T>
void assignToMeans(const T* packed, const MeansChunk* chunks, uint32_t chunkCount, const MeansState<T>& state, uint8_t* nearest, cudaStream_t stream);

/// New means of all slots; resets sums and counts where they moved, unless this is the last turn. Adds the number of slots that go on to `*moving`.
template <class T>
void moveMeans(const MeansState<T>& state, uint32_t slots, bool last, uint32_t* moving, cudaStream_t stream);

/// All turns of many small nodes in one launch, one block each. Chunk i is all of the node in slot i.
template <class T>
void partFragments(const T* packed, const MeansChunk* chunks, uint32_t slots, const MeansState<T>& state, uint8_t* nearest, cudaStream_t stream);

}  // namespace arete::cuda
