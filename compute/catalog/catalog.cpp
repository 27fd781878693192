#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "compute/catalog/version.h"
#include "compute/core/cuda_support.h"
#include "compute/core/error.h"
#include "compute/core/suggest.h"
#include "compute/cpu/versions.h"
#include "compute/cuda/versions.h"

namespace arete {

static constexpr const ParamInfo* kEvolveParams[] = {&kToleranceParam, &kMoveRuleParam};
static constexpr const ParamInfo* kNearestParams[] = {&kToleranceParam, &kMoveRuleParam, &kBlockSizeParam, &kPointsPerThreadParam};
static constexpr const ParamInfo* kTileParams[] = {&kTileKindParam, &kTilesPerAxisParam, &kTiledAxesParam, &kTileCapacityParam};
static constexpr const ParamInfo* kVocabularyParams[] = {&kVocabularyChildrenParam, &kVocabularyLevelsParam, &kVocabularyProbesParam};

// Per stage: the reference first, the default (fastest exact) last.
static const std::array kTable = std::to_array<Version>({
    {.id = "choose.cpu.sequential",
     .stage = Stage::choose,
     .backend = Backend::cpu,
     .exact = true,
     .label = "Sequential",
     .shows = "The reference: every point against all chosen before it. Time grows with points x chosen points.",
     .source = "thesis, algorithm 5",
     .function = cpu::chooseSequential},
    {.id = "choose.cpu.rounds",
     .stage = Stage::choose,
     .backend = Backend::cpu,
     .exact = true,
     .label = "Parallel rounds",
     .shows = "The same answer, most of it on all threads: prefixes of the cloud that double; what earlier ones cover is dropped in parallel, "
              "the rest decided in order, on a grid of cell R1.",
     .source = "Blelloch, Fineman, Shun 2012",
     .function = cpu::chooseRounds},
    {.id = "choose.cuda.one_block",
     .stage = Stage::choose,
     .backend = Backend::cuda,
     .exact = true,
     .forStudy = true,
     .label = "One block",
     .shows = "Strict order: one block compares one point at a time with all chosen before it, tiles of the cloud pipelined through registers "
              "into shared memory.",
     .source = "thesis, algorithms 6 and 7",
     .function = cuda::chooseOneBlock},
    {.id = "choose.cuda.greedy",
     .stage = Stage::choose,
     .backend = Backend::cuda,
     .exact = false,
     .forStudy = true,
     .label = "Greedy",
     .shows = "Many blocks at once, none waits for what the others choose: too many points, and other ones in every run.",
     .source = "thesis, 3.2 and table 3.1",
     .function = cuda::chooseGreedy},
    {.id = "choose.cuda.greedy_decimate",
     .stage = Stage::choose,
     .backend = Backend::cuda,
     .exact = false,
     .forStudy = true,
     .label = "Greedy, decimated",
     .shows = "The greedy surplus decimated with R2 = 2 R1 before anything evolves: too few points, unevenly spread.",
     .source = "thesis, 3.2 and table 3.1",
     .function = cuda::chooseGreedyDecimate},
    {.id = "choose.cuda.rounds",
     .stage = Stage::choose,
     .backend = Backend::cuda,
     .exact = true,
     .label = "Parallel rounds",
     .shows = "The same answer, most of it on the whole GPU: prefixes of the cloud that grow fourfold; what earlier ones cover is dropped at "
              "once, the rest decided in rounds by one block, on a grid of cell R1.",
     .source = "Blelloch, Fineman, Shun 2012",
     .function = cuda::chooseRounds},

    {.id = "evolve.cpu.sequential",
     .stage = Stage::evolve,
     .backend = Backend::cpu,
     .exact = true,
     .label = "Sequential",
     .shows = "The reference: every cloud point against every chosen point, on one thread.",
     .source = "thesis, algorithm 2",
     .parameters = kEvolveParams,
     .function = cpu::evolveSequential},
    {.id = "evolve.cpu.brute_force",
     .stage = Stage::evolve,
     .backend = Backend::cpu,
     .exact = true,
     .label = "Brute force",
     .shows = "The same comparisons, cloud points shared among the threads: what more cores alone bring.",
     .source = "thesis, 3.3.1",
     .parameters = kEvolveParams,
     .function = cpu::evolveBruteForce},
    {.id = "evolve.cpu.accelerated",
     .stage = Stage::evolve,
     .backend = Backend::cpu,
     .exact = true,
     .label = "Accelerated",
     .shows = "Points sorted by space once; a margin per point and per tile tells which assignments cannot have changed, and only the "
              "others are looked at again. Same bits, a small share of the work.",
     .source = "spec, accelerated evolve; Hamerly 2010 for the margins",
     .parameters = kEvolveParams,
     .function = cpu::evolveAccelerated},

    {.id = "evolve.cuda.brute_force",
     .stage = Stage::evolve,
     .backend = Backend::cuda,
     .exact = true,
     .label = "Brute force",
     .shows = "The thesis's kernels: chosen points through shared memory, cloud points in registers, integer atomics for the sums.",
     .source = "thesis, algorithms 8-10",
     .parameters = kNearestParams,
     .function = cuda::evolveBruteForce},
    {.id = "evolve.cuda.brute_force_graph",
     .stage = Stage::evolve,
     .backend = Backend::cuda,
     .exact = true,
     .label = "Brute force, loop on the GPU",
     .shows = "The same kernels in a CUDA graph with a conditional while node: what the host's wait in every iteration costs.",
     .source = "thesis, 3.3.2",
     .parameters = kNearestParams,
     .function = cuda::evolveBruteForceGraph},
    {.id = "evolve.cuda.accelerated",
     .stage = Stage::evolve,
     .backend = Backend::cuda,
     .exact = true,
     .label = "Accelerated",
     .shows = "Margins per tile of a sorted cloud, as on the CPU: a warp looks at a strip only when a deadline in it is reached. The loop runs on "
              "the device: one launch for many iterations, two waits of all blocks in each.",
     .source = "spec, accelerated evolve; Hamerly 2010 for the margins",
     .parameters = kEvolveParams,
     .function = cuda::evolveAccelerated},

    {.id = "decimate.cpu.sequential",
     .stage = Stage::decimate,
     .backend = Backend::cpu,
     .exact = true,
     .label = "Sequential",
     .shows = "The reference: in index order, each removal seen by the points after it.",
     .source = "thesis, algorithm 3",
     .function = cpu::decimateSequential},
    {.id = "decimate.cpu.rounds",
     .stage = Stage::decimate,
     .backend = Backend::cpu,
     .exact = true,
     .label = "Parallel rounds",
     .shows = "The same answer on all threads: a point is decided once its lower-index neighbours are. The chain of them along the curve "
              "is what threads wait for.",
     .source = "Blelloch, Fineman, Shun 2012",
     .function = cpu::decimateRounds},
    {.id = "decimate.cpu.grid",
     .stage = Stage::decimate,
     .backend = Backend::cpu,
     .exact = true,
     .label = "Grid",
     .shows = "Neighbours found on a grid of cell 2 R2, many of them by all threads; then one pass in index order: time linear in the number "
              "of chosen points.",
     .source = "ours",
     .function = cpu::decimateGrid},

    {.id = "decimate.cuda.shift_left",
     .stage = Stage::decimate,
     .backend = Backend::cuda,
     .exact = true,
     .forStudy = true,
     .label = "v1 shift left",
     .shows = "One block counts the neighbours of one point at a time; a removal moves everything behind it to the left.",
     .source = "thesis, algorithm 11",
     .function = cuda::decimateShiftLeft},
    {.id = "decimate.cuda.mark_compact",
     .stage = Stage::decimate,
     .backend = Backend::cuda,
     .exact = true,
     .forStudy = true,
     .label = "v2 mark and compact",
     .shows = "Removals are only marked, survivors compacted once by warp votes: what moving the array costs.",
     .source = "thesis, 3.4",
     .function = cuda::decimateMarkCompact},
    {.id = "decimate.cuda.distance_matrix",
     .stage = Stage::decimate,
     .backend = Backend::cuda,
     .exact = true,
     .forStudy = true,
     .label = "v3 distance matrix",
     .shows = "All pairs first, by symmetric 32 x 32 tiles on the whole card; then one block decides from bits and a mask.",
     .source = "thesis, algorithm 12",
     .limit = "at most 131 072 chosen points",
     .function = cuda::decimateDistanceMatrix},
    {.id = "decimate.cuda.greedy",
     .stage = Stage::decimate,
     .backend = Backend::cuda,
     .exact = false,
     .forStudy = true,
     .label = "Greedy",
     .shows = "Many blocks at once, none waits for what the others remove: neighbours may both go, and other ones in every run.",
     .source = "thesis, 3.4",
     .function = cuda::decimateGreedy},
    {.id = "decimate.cuda.rounds",
     .stage = Stage::decimate,
     .backend = Backend::cuda,
     .exact = true,
     .label = "Parallel rounds",
     .shows = "The same answer on the whole GPU: neighbours listed on a grid of cell 2 R2, then a thread a point, which decides once its "
              "lower-index neighbours are decided.",
     .source = "Blelloch, Fineman, Shun 2012",
     .function = cuda::decimateRounds},

    {.id = "order.cpu.sequential",
     .stage = Stage::order,
     .backend = Backend::cpu,
     .exact = true,
     .label = "Sequential",
     .shows = "The reference: all pairs of chosen points.",
     .source = "thesis, algorithm 4",
     .function = cpu::orderSequential},
    {.id = "order.cpu.grid",
     .stage = Stage::order,
     .backend = Backend::cpu,
     .exact = true,
     .label = "Grid",
     .shows = "The same pairs, found on a grid of cell 2 R2: time linear in the number of chosen points.",
     .source = "ours",
     .function = cpu::orderGrid},

    {.id = "tile.cpu.recursive",
     .stage = Stage::tile,
     .backend = Backend::cpu,
     .exact = true,
     .label = "Recursive",
     .shows = "The reference: a tile that is too full is halved, and each half in turn. Surroundings by comparing each tile with everything.",
     .source = "thesis, algorithms 13-16",
     .parameters = kTileParams,
     .function = cpu::tileRecursive},
    {.id = "tile.cpu.parallel",
     .stage = Stage::tile,
     .backend = Backend::cpu,
     .exact = true,
     .label = "Level by level",
     .shows = "The same tree on all threads: a counting sort by cell, then every level at once, large tiles in pieces; surroundings found down "
              "the tree.",
     .source = "thesis, algorithms 13-18",
     .parameters = kTileParams,
     .function = cpu::tileParallel},

    {.id = "knn.cpu.v0",
     .stage = Stage::knn,
     .backend = Backend::cpu,
     .exact = true,
     .label = "v0 serial",
     .shows = "The reference: every query against every reference point, on one thread.",
     .source = "version study, v0",
     .function = cpu::knnV0},
    {.id = "knn.cpu.v9",
     .stage = Stage::knn,
     .backend = Backend::cpu,
     .exact = true,
     .label = "v9 k-d tree",
     .shows = "A balanced k-d tree, split at the median of the axis of widest variance, without pointers. Fast in few dimensions; in sixteen "
              "hardly any plane keeps it from looking behind.",
     .source = "version study, v9",
     .function = cpu::knnV9},
    {.id = "knn.cpu.vocabulary_tree",
     .stage = Stage::knn,
     .backend = Backend::cpu,
     .exact = false,
     .label = "Vocabulary tree",
     .shows = "Hierarchical k-means: a query looks through the leaves with the nearest means only. Misses neighbours across borders and says how "
              "many; made for many dimensions.",
     .source = "vocabulary tree text",
     .parameters = kVocabularyParams,
     .function = cpu::knnVocabularyTree},
    {.id = "knn.cpu.best",
     .stage = Stage::knn,
     .backend = Backend::cpu,
     .exact = true,
     .label = "Best",
     .shows = "What we would ship, picked by dimension and sizes: blocks of points in Morton order under a tree of boxes, many distances at a "
              "time; all pairs for few queries and above 8 dimensions; a plain loop for next to nothing.",
     .source = "ours",
     .function = cpu::knnBest},
    {.id = "knn.cuda.v1",
     .stage = Stage::knn,
     .backend = Backend::cuda,
     .exact = true,
     .forStudy = true,
     .label = "v1 library minimum",
     .shows = "The distance matrix, then the library's min_element for every query: a launch and a wait each.",
     .source = "version study, v1",
     .limit = "finds k = 1 only",
     .function = cuda::knnV1},
    {.id = "knn.cuda.v2",
     .stage = Stage::knn,
     .backend = Backend::cuda,
     .exact = true,
     .forStudy = true,
     .label = "v2 matrix and blocks",
     .shows = "The distance matrix, then a block a query that halves the candidates in shared memory.",
     .source = "version study, v2",
     .limit = "finds k = 1 only",
     .function = cuda::knnV2},
    {.id = "knn.cuda.v3",
     .stage = Stage::knn,
     .backend = Backend::cuda,
     .exact = true,
     .forStudy = true,
     .label = "v3 fused",
     .shows = "Distances and their minimum in one kernel: no matrix is written or read.",
     .source = "version study, v3",
     .limit = "finds k = 1 only",
     .function = cuda::knnV3},
    {.id = "knn.cuda.v4",
     .stage = Stage::knn,
     .backend = Backend::cuda,
     .exact = true,
     .forStudy = true,
     .label = "v4 columns",
     .shows = "v3 with reference points turned over, so that neighbouring threads read neighbouring numbers.",
     .source = "version study, v4",
     .limit = "finds k = 1 only",
     .function = cuda::knnV4},
    {.id = "knn.cuda.v5",
     .stage = Stage::knn,
     .backend = Backend::cuda,
     .exact = true,
     .forStudy = true,
     .label = "v5 texture",
     .shows = "v3 reading reference points through a texture; past its rows it is v4.",
     .source = "version study, v5",
     .limit = "finds k = 1 only",
     .function = cuda::knnV5},
    {.id = "knn.cuda.v6",
     .stage = Stage::knn,
     .backend = Backend::cuda,
     .exact = true,
     .forStudy = true,
     .label = "v6 constant memory",
     .shows = "v4 with queries in constant memory; past 64 KiB it is v4.",
     .source = "version study, v6",
     .limit = "finds k = 1 only",
     .function = cuda::knnV6},
    {.id = "knn.cuda.v7",
     .stage = Stage::knn,
     .backend = Backend::cuda,
     .exact = true,
     .forStudy = true,
     .label = "v7 several blocks a query",
     .shows = "v4 with as many blocks a query as fill the device.",
     .source = "version study, v7",
     .limit = "finds k = 1 only",
     .function = cuda::knnV7},
    {.id = "knn.cuda.v8",
     .stage = Stage::knn,
     .backend = Backend::cuda,
     .exact = true,
     .forStudy = true,
     .label = "v8 all GPUs",
     .shows = "v7 with the reference points shared among all GPUs of the machine.",
     .source = "version study, v8",
     .limit = "finds k = 1 only",
     .function = cuda::knnV8},
    {.id = "knn.cuda.garcia_texture",
     .stage = Stage::knn,
     .backend = Backend::cuda,
     .exact = true,
     .forStudy = true,
     .label = "Garcia, texture",
     .shows = "Tiles of the distance matrix with reference points behind a texture, then an insertion sort of the k best in every column.",
     .source = "Garcia 2008",
     .function = cuda::knnGarciaTexture},
    {.id = "knn.cuda.garcia_global",
     .stage = Stage::knn,
     .backend = Backend::cuda,
     .exact = true,
     .forStudy = true,
     .label = "Garcia, global memory",
     .shows = "The same tiles and insertion sort with everything in global memory.",
     .source = "Garcia 2008",
     .function = cuda::knnGarciaGlobal},
    {.id = "knn.cuda.best",
     .stage = Stage::knn,
     .backend = Backend::cuda,
     .exact = true,
     .label = "Best",
     .shows = "What we would ship, picked by dimension and sizes: a tree of boxes that warps go through for 32 queries at a time; bounds for all "
              "pairs, then exact distances; one pass for one query; the host for next to nothing.",
     .source = "ours",
     .function = cuda::knnBest},
});

std::string_view name(Stage stage) {
  static constexpr std::string_view kNames[] = {"choose", "evolve", "decimate", "order", "tile", "knn"};
  return kNames[size_t(stage)];
}

/// The table with the reason filled in for what cannot run here.
static std::span<const Version> rows() {
  static const auto rows = [] {
    auto copy = kTable;
    for (Version& version : copy)
      if (version.backend == Backend::cuda && version.unavailable.empty()) version.unavailable = cudaUnavailableReason();
    return copy;
  }();
  return rows;
}

std::span<const Version> catalog() { return rows(); }

std::span<const Version> versions(Stage stage) {
  const auto ofStage = [stage](const Version& version) { return version.stage == stage; };
  const auto first = std::find_if(rows().begin(), rows().end(), ofStage);
  const auto last = std::find_if_not(first, rows().end(), ofStage);
  return {first, last};
}

static const Version* lookUp(std::string_view id) {
  const auto found = std::find_if(rows().begin(), rows().end(), [&](const Version& version) { return version.id == id; });
  return found == rows().end() ? nullptr : &*found;
}

[[noreturn]] static void refuseUnknown(std::string_view id, std::span<const Version> candidates) {
  std::vector<std::string_view> ids;
  for (const Version& version : candidates) ids.push_back(version.id);
  throw Error(ErrorKind::wrongUse, "no such version", id, "the catalogue has no row of that id", "known, closest first: " + closestFirst(id, ids));
}

const Version& findVersion(std::string_view id) {
  const Version* const version = lookUp(id);
  if (version == nullptr) refuseUnknown(id, catalog());
  return *version;
}

const Version& findVersion(std::string_view id, Stage stage) {
  const Version* const found = lookUp(id);
  if (found == nullptr) refuseUnknown(id, versions(stage));
  const Version& version = *found;
  if (version.stage != stage)
    throw Error(ErrorKind::wrongUse, "wrong stage", id,
                "it is a version of '" + std::string(name(version.stage)) + "', not of '" + std::string(name(stage)) + "'");
  if (!version.available())
    throw Error(ErrorKind::wrongUse, "version cannot run here", id, version.unavailable, "'arete-cli versions' lists those that can");
  return version;
}

const Version& defaultVersion(Stage stage, Backend backend) {
  const Version* best = nullptr;
  for (const Version& version : versions(stage))
    if (version.exact && !version.forStudy && version.available() && (version.backend == backend || version.backend == Backend::cpu))
      if (best == nullptr || version.backend == backend || best->backend != backend) best = &version;
  return *best;
}

}  // namespace arete
