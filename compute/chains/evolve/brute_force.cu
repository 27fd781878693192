// evolve.cuda.brute_force: every cloud point against every chosen point, as the thesis does it.
//
// Idea. Nearest kernel (nearest.cuh): blocks copy S chunk by chunk into shared memory, each thread holds some cloud points in registers
// and compares them with the whole chunk. Chosen points are taken in groups of eight: only the smallest of eight distances is compared with
// the best, and the group noted, so that a distance costs little more than its own arithmetic; which of the eight it was is found once,
// at the end. A block adds up the points of each chosen point in shared memory, in two words with a carry, and adds that to the sums in
// global memory when it has no more points (integers: any order, same bits). Blocks: as many as fit, each takes points until none are
// left. Shift kernel: one thread per chosen point divides and moves. The loop is driven by the host.
// Filter (nearest_filtered.cuh): all pairs are still looked at, but by a bound of d fused operations; exact distances decide among what a
// proven error leaves open. At each reset the host asks whether S lies so that this tells most points apart; if not, the kernel above goes on.
// Block size and points per thread are parameters, whose defaults are data (launch_shapes.cpp). Row and column
// layout of the cloud are strides. Dimensions 1…8 are compiled, all others share one version (nearest_launch.h).
//
// Memory: m·(d+1) integers, and S. Cost per iteration: n·m bounds of d operations and 1.4 for comparing; without the filter n·m distances of
// 3d − 1 operations and 1.3. Always loses to the accelerated version; kept as the measure of what the card can do.
// Source: thesis, algorithms 8–10, 3.3.2.
#include "compute/chains/evolve/brute_force.cuh"
#include "compute/chains/evolve/contract.h"

namespace arete::cuda {

std::unique_ptr<Evolver> evolveBruteForce(const EvolveInput& in, const StageContext& context) {
  CudaDevice& device = cudaDevice(context);
  return withScalarType(in.cloud.scalar(), [&]<class T>() -> std::unique_ptr<Evolver> { return std::make_unique<BruteForceBase<T>>(in, device); });
}

}  // namespace arete::cuda
