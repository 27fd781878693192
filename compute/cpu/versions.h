// Declarations of the CPU versions; each is defined in compute/cpu/<stage>/<name>.cpp.
#pragma once

#include "compute/outofcore/leaf_search.h"
#include "compute/stages/choose.h"
#include "compute/stages/decimate.h"
#include "compute/stages/evolve.h"
#include "compute/stages/knn.h"
#include "compute/stages/order.h"
#include "compute/stages/tile.h"

namespace arete::cpu {

std::vector<uint32_t> chooseSequential(const ChooseInput&, const StageContext&);
std::vector<uint32_t> chooseParts(const ChooseInput&, const StageContext&);
std::vector<uint32_t> chooseRounds(const ChooseInput&, const StageContext&);

std::unique_ptr<Evolver> evolveSequential(const EvolveInput&, const StageContext&);
std::unique_ptr<Evolver> evolveBruteForce(const EvolveInput&, const StageContext&);
std::unique_ptr<Evolver> evolveParts(const EvolveInput&, const StageContext&);
std::unique_ptr<Evolver> evolveAccelerated(const EvolveInput&, const StageContext&);

std::vector<uint32_t> decimateSequential(const DecimateInput&, const StageContext&);
std::vector<uint32_t> decimateParts(const DecimateInput&, const StageContext&);
std::vector<uint32_t> decimateRounds(const DecimateInput&, const StageContext&);
std::vector<uint32_t> decimateGrid(const DecimateInput&, const StageContext&);

Curve orderSequential(const OrderInput&, const StageContext&);
Curve orderParts(const OrderInput&, const StageContext&);
Curve orderGrid(const OrderInput&, const StageContext&);

TileTree tileRecursive(const TileInput&, const StageContext&);
TileTree tileParallel(const TileInput&, const StageContext&);

std::unique_ptr<KnnSearcher> knnV0(const KnnInput&, const StageContext&);
std::unique_ptr<KnnSearcher> knnV9(const KnnInput&, const StageContext&);
std::unique_ptr<KnnSearcher> knnVocabularyTree(const KnnInput&, const StageContext&);
std::unique_ptr<KnnSearcher> knnBest(const KnnInput&, const StageContext&);
std::unique_ptr<KnnSearcher> knnTwoLevel(const KnnInput&, const StageContext&);
extern const outofcore::LeafSearchFunctions leafSearchInBlocks;

}  // namespace arete::cpu
