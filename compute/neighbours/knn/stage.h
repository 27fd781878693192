// The stage knn: its row of the table of stages, and its versions; each is defined in the file with its name, here.
#pragma once

#include "compute/core/cuda_function.h"
#include "compute/core/stage_info.h"
#include "compute/neighbours/knn/contract.h"
#include "compute/neighbours/outofcore/leaf_search.h"

namespace arete {

template <>
struct StageRow<Stage::knn> {
  using Function = KnnFunction;
  static std::span<const Version> versions();
  static constexpr StageInfo info{
      .id = "knn", .title = "Neighbours", .help = "Finds the nearest points of each point, for links and lists.", .use = StageUse::neighbours};
};

namespace cpu {
std::unique_ptr<KnnSearcher> knnV0(const KnnInput&, const StageContext&);
std::unique_ptr<KnnSearcher> knnV9(const KnnInput&, const StageContext&);
std::unique_ptr<KnnSearcher> knnVocabularyTree(const KnnInput&, const StageContext&);
std::unique_ptr<KnnSearcher> knnBest(const KnnInput&, const StageContext&);
std::unique_ptr<KnnSearcher> knnTwoLevel(const KnnInput&, const StageContext&);
extern const outofcore::LeafSearchFunctions leafSearchInBlocks;
}  // namespace cpu

ARETE_CUDA_FUNCTION(KnnFunction, knnV1)
ARETE_CUDA_FUNCTION(KnnFunction, knnV2)
ARETE_CUDA_FUNCTION(KnnFunction, knnV3)
ARETE_CUDA_FUNCTION(KnnFunction, knnV4)
ARETE_CUDA_FUNCTION(KnnFunction, knnV5)
ARETE_CUDA_FUNCTION(KnnFunction, knnV6)
ARETE_CUDA_FUNCTION(KnnFunction, knnV7)
ARETE_CUDA_FUNCTION(KnnFunction, knnV8)
ARETE_CUDA_FUNCTION(KnnFunction, knnV10)
ARETE_CUDA_FUNCTION(KnnFunction, knnGarciaTexture)
ARETE_CUDA_FUNCTION(KnnFunction, knnGarciaGlobal)
ARETE_CUDA_FUNCTION(KnnFunction, knnVocabularyTree)
ARETE_CUDA_FUNCTION(KnnFunction, knnTwoLevel)
ARETE_CUDA_FUNCTION(KnnFunction, knnBest)

namespace cuda {
#if defined(ARETE_CUDA)
extern const outofcore::LeafSearchFunctions leafSearchOnDevice;
#else
inline constexpr outofcore::LeafSearchFunctions leafSearchOnDevice{};
#endif
}  // namespace cuda

}  // namespace arete
