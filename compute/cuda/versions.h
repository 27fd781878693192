// Declarations of the CUDA versions; each is defined in compute/cuda/<stage>/<name>.cu. In builds without CUDA they are null: the rows
// stay in the catalogue and say why they cannot run.
#pragma once

#include "compute/outofcore/leaf_search.h"
#include "compute/stages/choose.h"
#include "compute/stages/decimate.h"
#include "compute/stages/evolve.h"
#include "compute/stages/knn.h"
#include "compute/stages/tile.h"

namespace arete::cuda {

#if defined(ARETE_CUDA)
std::vector<uint32_t> chooseOneBlock(const ChooseInput&, const StageContext&);
std::vector<uint32_t> chooseGreedy(const ChooseInput&, const StageContext&);
std::vector<uint32_t> chooseGreedyDecimate(const ChooseInput&, const StageContext&);
std::vector<uint32_t> chooseRounds(const ChooseInput&, const StageContext&);
std::vector<uint32_t> chooseParts(const ChooseInput&, const StageContext&);

std::unique_ptr<Evolver> evolveBruteForce(const EvolveInput&, const StageContext&);
std::unique_ptr<Evolver> evolveBruteForceGraph(const EvolveInput&, const StageContext&);
std::unique_ptr<Evolver> evolveAccelerated(const EvolveInput&, const StageContext&);
std::unique_ptr<Evolver> evolveParts(const EvolveInput&, const StageContext&);

std::vector<uint32_t> decimateShiftLeft(const DecimateInput&, const StageContext&);
std::vector<uint32_t> decimateMarkCompact(const DecimateInput&, const StageContext&);
std::vector<uint32_t> decimateDistanceMatrix(const DecimateInput&, const StageContext&);
std::vector<uint32_t> decimateGreedy(const DecimateInput&, const StageContext&);
std::vector<uint32_t> decimateRounds(const DecimateInput&, const StageContext&);

TileTree tileLevels(const TileInput&, const StageContext&);

std::unique_ptr<KnnSearcher> knnV1(const KnnInput&, const StageContext&);
std::unique_ptr<KnnSearcher> knnV2(const KnnInput&, const StageContext&);
std::unique_ptr<KnnSearcher> knnV3(const KnnInput&, const StageContext&);
std::unique_ptr<KnnSearcher> knnV4(const KnnInput&, const StageContext&);
std::unique_ptr<KnnSearcher> knnV5(const KnnInput&, const StageContext&);
std::unique_ptr<KnnSearcher> knnV6(const KnnInput&, const StageContext&);
std::unique_ptr<KnnSearcher> knnV7(const KnnInput&, const StageContext&);
std::unique_ptr<KnnSearcher> knnV8(const KnnInput&, const StageContext&);
std::unique_ptr<KnnSearcher> knnV10(const KnnInput&, const StageContext&);
std::unique_ptr<KnnSearcher> knnGarciaTexture(const KnnInput&, const StageContext&);
std::unique_ptr<KnnSearcher> knnGarciaGlobal(const KnnInput&, const StageContext&);
std::unique_ptr<KnnSearcher> knnVocabularyTree(const KnnInput&, const StageContext&);
std::unique_ptr<KnnSearcher> knnTwoLevel(const KnnInput&, const StageContext&);
extern const outofcore::LeafSearchFunctions leafSearchOnDevice;
std::unique_ptr<KnnSearcher> knnBest(const KnnInput&, const StageContext&);
#else
inline constexpr ChooseFunction chooseOneBlock = nullptr, chooseGreedy = nullptr, chooseGreedyDecimate = nullptr, chooseRounds = nullptr,
                                chooseParts = nullptr;
inline constexpr EvolveFunction evolveBruteForce = nullptr, evolveBruteForceGraph = nullptr, evolveAccelerated = nullptr, evolveParts = nullptr;
inline constexpr DecimateFunction decimateShiftLeft = nullptr, decimateMarkCompact = nullptr, decimateDistanceMatrix = nullptr,
                                  decimateGreedy = nullptr, decimateRounds = nullptr;
inline constexpr TileFunction tileLevels = nullptr;
inline constexpr KnnFunction knnV1 = nullptr, knnV2 = nullptr, knnV3 = nullptr, knnV4 = nullptr, knnV5 = nullptr, knnV6 = nullptr, knnV7 = nullptr,
                             knnV8 = nullptr, knnV10 = nullptr, knnGarciaTexture = nullptr, knnGarciaGlobal = nullptr, knnVocabularyTree = nullptr,
                             knnTwoLevel = nullptr, knnBest = nullptr;
inline constexpr outofcore::LeafSearchFunctions leafSearchOnDevice{};
#endif

}  // namespace arete::cuda
