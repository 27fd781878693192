// What the two brute-force versions of evolve share: they differ in the number of threads that the cloud points are divided among.
#pragma once

#include "compute/chains/evolve/contract.h"

namespace arete::cpu {

/// `parallel` false: everything on the calling thread.
std::unique_ptr<Evolver> makeBruteForce(const EvolveInput& in, bool parallel);

}  // namespace arete::cpu
