// Declarations of the CUDA versions; each is defined in compute/cuda/<stage>/<name>.cu. In builds without CUDA they are null: the rows
// stay in the catalogue and say why they cannot run.
#pragma once

#include "compute/stages/choose.h"
#include "compute/stages/decimate.h"
#include "compute/stages/evolve.h"

namespace arete::cuda {

#if defined(ARETE_CUDA)
std::unique_ptr<Evolver> evolveBruteForce(const EvolveInput&, const StageContext&);
#else
inline constexpr EvolveFunction evolveBruteForce = nullptr;
#endif

}  // namespace arete::cuda
