// The versions of choose: the reference first, the default (fastest exact) last.
#include "compute/chains/choose/stage.h"
#include "compute/chains/parts/partition.h"
#include "compute/core/counters.h"
#include "compute/core/gpu_params.h"
#include "compute/core/version.h"
#include "compute/core/version_function.h"

namespace arete {

std::span<const Version> StageRow<Stage::choose>::versions() {
  static constexpr const ParamInfo* kChoosePartsParams[] = {&kPartsParam};
  static constexpr const ParamInfo* kChooseGpusParams[] = {&kGpusParam, &kGpuPartsParam};
  static constexpr const CounterInfo* kOnePass[] = {&kFloorCounter};
  static const Version rows[] = {
      {.id = "choose.cpu.sequential",
       .label = "Sequential",
       .shows = "The reference: every point against all chosen before it. Time grows with points x chosen points.",
       .source = "thesis, algorithm 5",
       .function = cpu::chooseSequential,
       .counters = kOnePass},
      {.id = "choose.cpu.parts",
       .label = "In parts",
       .shows =
           "The same answer from parts that share no points: each offers its lowest undecided points, all decide the same ones and drop what these "
           "cover.",
       .source = "Blelloch, Fineman, Shun 2012",
       .parameters = kChoosePartsParams,
       .function = cpu::chooseParts,
       .counters = kOnePass},
      {.id = "choose.cpu.rounds",
       .label = "Parallel rounds",
       .shows = "The same answer, most of it on all threads: prefixes of the cloud that double; what earlier ones cover is dropped in parallel, "
                "the rest decided in order, on a grid of cell R1.",
       .source = "Blelloch, Fineman, Shun 2012",
       .function = cpu::chooseRounds,
       .counters = kOnePass},
      {.id = "choose.cuda.one_block",
       .forStudy = true,
       .label = "One block",
       .shows = "Strict order: one block compares one point at a time with all chosen before it, chunks of the cloud pipelined through registers "
                "into shared memory.",
       .source = "thesis, algorithms 6 and 7",
       .function = cuda::chooseOneBlock,
       .counters = kOnePass},
      {.id = "choose.cuda.greedy",
       .exact = false,
       .forStudy = true,
       .label = "Greedy",
       .shows = "Many blocks at once, none of which waits for what the others choose: too many points, and different ones in every run.",
       .source = "thesis, 3.2 and table 3.1",
       .function = cuda::chooseGreedy,
       .counters = kOnePass},
      {.id = "choose.cuda.greedy_decimate",
       .exact = false,
       .forStudy = true,
       .label = "Greedy, decimated",
       .shows = "The greedy surplus decimated with R2 = 2 R1 before anything evolves: too few points, unevenly spread.",
       .source = "thesis, 3.2 and table 3.1",
       .function = cuda::chooseGreedyDecimate,
       .counters = kOnePass},
      {.id = "choose.cuda.parts",
       .label = "On several GPUs",
       .shows = "The same answer from GPUs that each have a stretch of the cloud: what the first points choose is dropped by all at once, the rest "
                "decided "
                "one GPU after the other.",
       .source = "Blelloch, Fineman, Shun 2012",
       .parameters = kChooseGpusParams,
       .function = cuda::chooseParts,
       .counters = kOnePass},
      {.id = "choose.cuda.rounds",
       .label = "Parallel rounds",
       .shows = "The same answer, most of it on the whole GPU: prefixes of the cloud that grow fourfold; what earlier ones cover is dropped at "
                "once, the rest decided in rounds by one block, on a grid of cell R1.",
       .source = "Blelloch, Fineman, Shun 2012",
       .function = cuda::chooseRounds,
       .counters = kOnePass},
  };
  return rows;
}

}  // namespace arete
