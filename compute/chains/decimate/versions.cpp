// The versions of decimate: the reference first, the default (fastest exact) last.
#include "compute/chains/decimate/stage.h"
#include "compute/chains/parts/partition.h"
#include "compute/core/version.h"
#include "compute/core/version_function.h"

namespace arete {

std::span<const Version> StageRow<Stage::decimate>::versions() {
  static constexpr const ParamInfo* kAboutChosenParams[] = {&kPartsParam, &kWholeUpToParam};
  static const Version rows[] = {
      {.id = "decimate.cpu.sequential",
       .label = "Sequential",
       .shows = "The reference: in index order, each removal seen by the points after it.",
       .source = "thesis, algorithm 3",
       .function = cpu::decimateSequential},
      {.id = "decimate.cpu.parts",
       .label = "In parts",
       .shows = "Rounds, on parts of the chosen points: each decides its own, and tells the others the fates that theirs depend on. For more points "
                "than one process should look at; fewer are swept by Grid.",
       .source = "Blelloch, Fineman, Shun 2012",
       .parameters = kAboutChosenParams,
       .function = cpu::decimateParts},
      {.id = "decimate.cpu.rounds",
       .label = "Parallel rounds",
       .shows = "The same answer on all threads: a point is decided once its lower-index neighbours are. The chain of them along the curve "
                "is what threads wait for.",
       .source = "Blelloch, Fineman, Shun 2012",
       .function = cpu::decimateRounds},
      {.id = "decimate.cpu.grid",
       .label = "Grid",
       .shows = "Neighbours found on a grid of cell 2 R2, many of them by all threads; then one pass in index order: time linear in the number "
                "of chosen points.",
       .source = "ours",
       .function = cpu::decimateGrid},
      {.id = "decimate.cuda.shift_left",
       .forStudy = true,
       .label = "v1 shift left",
       .shows = "One block counts the neighbours of one point at a time; a removal moves everything behind it to the left.",
       .source = "thesis, algorithm 11",
       .function = cuda::decimateShiftLeft},
      {.id = "decimate.cuda.mark_compact",
       .forStudy = true,
       .label = "v2 mark and compact",
       .shows = "Removals are only marked, survivors compacted once by warp votes: shows what moving the array costs.",
       .source = "thesis, 3.4",
       .function = cuda::decimateMarkCompact},
      {.id = "decimate.cuda.distance_matrix",
       .forStudy = true,
       .label = "v3 distance matrix",
       .shows = "All pairs first, by symmetric 32 x 32 squares on the whole card; then one block decides from bits and a mask.",
       .source = "thesis, algorithm 12",
       .limit = "at most 131 072 chosen points",
       .function = cuda::decimateDistanceMatrix},
      {.id = "decimate.cuda.greedy",
       .exact = false,
       .forStudy = true,
       .label = "Greedy",
       .shows =
           "Many blocks at once, none of which waits for what the others remove: both of two neighbours may go, and different ones in every run.",
       .source = "thesis, 3.4",
       .function = cuda::decimateGreedy},
      {.id = "decimate.cuda.rounds",
       .label = "Parallel rounds",
       .shows = "The same answer on the whole GPU: neighbours listed on a grid of cell 2 R2, then one thread per point, which decides once its "
                "lower-index neighbours are decided.",
       .source = "Blelloch, Fineman, Shun 2012",
       .function = cuda::decimateRounds},
  };
  return rows;
}

}  // namespace arete
