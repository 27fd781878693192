// A reference in memory, searched as if it were on disk, for the catalogue's two-level versions.
#pragma once

#include "compute/neighbours/knn/contract.h"
#include "compute/neighbours/outofcore/leaf_search.h"

namespace arete::outofcore {

/// The index is a temporary file; kLeafCapacityParam and kMaxMemoryParam say how large. Throws what buildTemporaryIndex and DiskSearch throw.
std::unique_ptr<KnnSearcher> makeTwoLevelSearcher(const KnnInput& in, const LeafSearchFunctions& inLeaf, const StageContext& context);

}  // namespace arete::outofcore
