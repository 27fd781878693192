// The stage evolve: its row of the table of stages, and its versions; each is defined in the file with its name, here.
#pragma once

#include "compute/chains/evolve/contract.h"
#include "compute/core/cuda_function.h"
#include "compute/core/stage_info.h"

namespace arete {

template <>
struct StageRow<Stage::evolve> {
  using Function = EvolveFunction;
  static std::span<const Version> versions();
  static constexpr StageInfo info{
      .id = "evolve",
      .title = "Evolve",
      .help = "Moves every chosen point to the mean of the cloud points that are nearest to it, again and again, until they stand still.",
      .use = StageUse::chains,
      .effect = StepEffect::moves,
      .step = "iteration",
      .countKey = "evolve_iterations",
      .time = "All evolve iterations so far."};
};

namespace cpu {
std::unique_ptr<Evolver> evolveSequential(const EvolveInput&, const StageContext&);
std::unique_ptr<Evolver> evolveBruteForce(const EvolveInput&, const StageContext&);
std::unique_ptr<Evolver> evolveParts(const EvolveInput&, const StageContext&);
std::unique_ptr<Evolver> evolveAccelerated(const EvolveInput&, const StageContext&);
}  // namespace cpu

ARETE_CUDA_FUNCTION(EvolveFunction, evolveBruteForce)
ARETE_CUDA_FUNCTION(EvolveFunction, evolveBruteForceGraph)
ARETE_CUDA_FUNCTION(EvolveFunction, evolveAccelerated)
ARETE_CUDA_FUNCTION(EvolveFunction, evolveParts)

}  // namespace arete
