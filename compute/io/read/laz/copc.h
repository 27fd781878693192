// The octree of a COPC file: which chunks hold the cloud at which coarseness.
// Source: laz.md, section 11.
#pragma once

#include "compute/io/read/laz/chunk_table.h"

namespace arete::laz {

/// A node of the tree that has points: one chunk.
struct CopcNode {
  int32_t level = 0;  ///< 0: the coarsest; every point is of one level
  uint64_t begin = 0, end = 0, points = 0;
};

/// In the order of the file. Empty where the record `copc info`, whose bytes begin at `infoBegin`, or the pages that it names contradict themselves
/// or the points: the file is then one like any other LAZ file.
std::vector<CopcNode> readCopcNodes(const LazPoints& points, uint64_t infoBegin);

/// The chunks of all levels up to this one, as if there were no others.
std::vector<Chunk> chunksUpTo(int32_t level, std::span<const CopcNode> nodes);

/// The last level with which there are at most `most` points, but at least the first one that has points.
int32_t lastLevelWithin(uint64_t most, std::span<const CopcNode> nodes);

}  // namespace arete::laz
