// The versions of evolve: the reference first, the default (fastest exact) last.
#include "compute/chains/evolve/stage.h"
#include "compute/chains/parts/partition.h"
#include "compute/core/counters.h"
#include "compute/core/gpu_params.h"
#include "compute/core/version.h"
#include "compute/core/version_function.h"

namespace arete {

std::span<const Version> StageRow<Stage::evolve>::versions() {
  static constexpr const ParamInfo* kEvolveParams[] = {&kToleranceParam, &kMoveRuleParam};
  static constexpr const ParamInfo* kEvolvePartsParams[] = {&kToleranceParam, &kMoveRuleParam, &kPartsParam, &kPartitionParam};
  static constexpr const ParamInfo* kEvolveGpusParams[] = {&kToleranceParam, &kMoveRuleParam, &kGpusParam, &kGpuPartsParam, &kGpuExchangeParam};
  static constexpr const ParamInfo* kNearestParams[] = {&kToleranceParam, &kMoveRuleParam, &kBlockSizeParam, &kPointsPerThreadParam,
                                                        &kChosenLayoutParam};
  static constexpr const CounterInfo* kSomePoints[] = {&kLooksCounter, &kShareCounter, &kReadCounter, &kFloorCounter};
  static constexpr const CounterInfo* kAllPairs[] = {&kLooksCounter, &kShareCounter, &kDistanceCounter, &kRateCounter, &kReadCounter, &kFloorCounter};
  static const Version rows[] = {
      {.id = "evolve.cpu.sequential",
       .label = "Sequential",
       .shows = "The reference: every cloud point against every chosen point, on one thread.",
       .source = "thesis, algorithm 2",
       .parameters = kEvolveParams,
       .function = cpu::evolveSequential,
       .counters = kAllPairs},
      {.id = "evolve.cpu.parts",
       .label = "In parts",
       .shows = "Accelerated, in parts that share no points: changes of sums go to the part where a chosen point is at home, its moves to the parts "
                "nearby. "
                "Shows how little has to be sent.",
       .source = "ours",
       .parameters = kEvolvePartsParams,
       .function = cpu::evolveParts,
       .counters = kSomePoints},
      {.id = "evolve.cpu.brute_force",
       .label = "Brute force",
       .shows = "The same comparisons, cloud points shared among the threads: what more cores alone bring.",
       .source = "thesis, 3.3.1",
       .parameters = kEvolveParams,
       .function = cpu::evolveBruteForce,
       .counters = kAllPairs},
      {.id = "evolve.cpu.accelerated",
       .label = "Accelerated",
       .shows = "Points sorted by space once; a margin per packet of 16 points tells which assignments cannot have changed, and only the "
                "others are looked at again. Same bits, a small share of the work.",
       .source = "spec, accelerated evolve; Hamerly 2010 for the margins",
       .parameters = kEvolveParams,
       .function = cpu::evolveAccelerated,
       .counters = kSomePoints},
      {.id = "evolve.cuda.brute_force",
       .label = "Brute force",
       .shows = "The thesis's kernels: chosen points in shared memory, cloud points in registers, integer atomics for the sums.",
       .source = "thesis, algorithms 8-10",
       .parameters = kNearestParams,
       .function = cuda::evolveBruteForce,
       .counters = kAllPairs},
      {.id = "evolve.cuda.brute_force_graph",
       .loopOnDevice = true,
       .label = "Brute force, loop on the GPU",
       .shows = "The same kernels in a CUDA graph with a conditional while node: shows what the host's wait in every iteration costs.",
       .source = "thesis, 3.3.2",
       .parameters = kNearestParams,
       .function = cuda::evolveBruteForceGraph,
       .counters = kAllPairs},
      {.id = "evolve.cuda.parts",
       .cooperative = true,
       .loopOnDevice = true,
       .label = "On several GPUs",
       .shows =
           "Accelerated, each GPU with a stretch of the cloud: it adds up what its points change, reads the sums of the others and moves all chosen "
           "points. Two launches an iteration, and the waits between GPUs.",
       .source = "ours",
       .parameters = kEvolveGpusParams,
       .function = cuda::evolveParts,
       .counters = kSomePoints},
      {.id = "evolve.cuda.accelerated",
       .cooperative = true,
       .loopOnDevice = true,
       .label = "Accelerated",
       .shows =
           "Margins per packet of 32 points of a sorted cloud, as on the CPU: a warp looks at a strip only when a deadline in it is reached. The "
           "loop runs on "
           "the device: one launch for many iterations, two waits of all blocks in each.",
       .source = "spec, accelerated evolve; Hamerly 2010 for the margins",
       .parameters = kEvolveParams,
       .function = cuda::evolveAccelerated,
       .counters = kSomePoints},
  };
  return rows;
}

}  // namespace arete
