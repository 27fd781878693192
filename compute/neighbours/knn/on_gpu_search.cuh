// What a searcher offers whose answers can stay on the GPU.
#pragma once

#include "compute/neighbours/knn/contract.h"

namespace arete::cuda {

class OnGpuSearch {
 public:
  virtual ~OnGpuSearch() = default;
  /// As KnnSearcher::search(), but rows of answers go to `indices` and `squared`, m × k of each on the GPU, complete when it returns; of `found` it
  /// needs queries and k, and adds times.
  virtual void searchInto(const KnnQuery& query, uint32_t* indices, void* squared, Neighbours& found, const StageContext& context) = 0;
};

}  // namespace arete::cuda
