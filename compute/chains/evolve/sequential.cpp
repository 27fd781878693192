// evolve.cpu.sequential: row 0 of its stage. In every iteration each cloud point looks at every chosen point, in index order.
// Memory: a sum and a count per chosen point. Cost: n·m distances an iteration, one thread. The loops are those of brute_force.cpp
// with one thread, so that the reference and the first parallel version are one text. Never tuned. Source: thesis, algorithm 2.
#include "compute/chains/evolve/brute_force.h"
#include "compute/chains/evolve/contract.h"

namespace arete::cpu {

std::unique_ptr<Evolver> evolveSequential(const EvolveInput& in, const StageContext&) { return makeBruteForce(in, false); }

}  // namespace arete::cpu
