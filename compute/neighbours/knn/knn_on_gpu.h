// Neighbours of points that lie on a GPU, whose answers stay there.
#pragma once

#include "compute/core/gpu_arrays.h"
#include "compute/neighbours/knn/contract.h"

namespace arete {

struct GpuNeighbours {
  GpuNumbers indices;    ///< queries × k, int64
  GpuNumbers distances;  ///< queries × k, true ones, in the type of the coordinates
  KnnTimes times;        ///< transfer: within the GPU's memory
};

/// As KnnSearcher::query(), of the standard version of CUDA (defaultVersion()), which `searcher` is. Reference and queries lie on the context's GPU
/// (cloudOnGpu()). Throws like it; Error(internal) for other searchers.
GpuNeighbours neighboursOnGpu(KnnSearcher& searcher, const PointArray& reference, const KnnQuery& query, const StageContext& context);

/// The standard version of CUDA where the context's device is a GPU; else null.
KnnFunction knnOfGpu(const StageContext& context);

}  // namespace arete
