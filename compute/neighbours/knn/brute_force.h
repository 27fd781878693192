// All pairs, in chunks that stay in the first-level cache: for few queries, and for dimensions in which boxes exclude nothing.
#pragma once

#include "compute/neighbours/knn/block_search.h"
#include "compute/neighbours/knn/contract.h"

namespace arete::cpu {

/// Answers all queries. Threads share the queries, and the reference too where there are few queries. `names`: ascending indices that the
/// reference points go by; null: their places. Throws Cancelled.
template <class T>
void searchAllPairs(const PointsView<T>& reference, const BlockQueries<T>& queries, const BlockKernels<T>& kernels, const StageContext& context,
                    const uint32_t* names = nullptr);

}  // namespace arete::cpu
