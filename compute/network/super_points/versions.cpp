// The versions of super_points: the reference first, the default (fastest exact) last. Each is defined in the file with its name.
#include "compute/core/counters.h"
#include "compute/core/version.h"
#include "compute/core/version_function.h"
#include "compute/network/rules/network_params.h"
#include "compute/network/super_points/stage.h"

namespace arete {

ARETE_CUDA_FUNCTION(SuperPointsFunction, superPointsCells)

std::span<const Version> StageRow<Stage::super_points>::versions() {
  static constexpr const ParamInfo* kSuperPointsParams[] = {&kProfileParam};
  static constexpr const CounterInfo* kOnePassOfNetwork[] = {&kFloorCounter};
  static const Version rows[] = {
      {.id = "super_points.cpu.sequential",
       .label = "Sequential",
       .shows = "The reference: a key for the cell of every point, one sort, one pass.",
       .source = "network, step 1",
       .parameters = kSuperPointsParams,
       .function = cpu::superPointsSequential,
       .counters = kOnePassOfNetwork},
      {.id = "super_points.cpu.tables",
       .label = "Tables of cells",
       .shows = "Each thread adds up its points in a table of cells, an array or a hash table; a radix sort brings their sums together.",
       .source = "network, step 1",
       .parameters = kSuperPointsParams,
       .function = cpu::superPointsTables,
       .counters = kOnePassOfNetwork},
      {.id = "super_points.cuda.cells",
       .label = "Atomics on cells",
       .shows = "Points are added up by cells with atomics, in an array over the box or after a sort; what was found stays on the GPU.",
       .source = "network, step 1",
       .parameters = kSuperPointsParams,
       .function = cuda::superPointsCells,
       .counters = kOnePassOfNetwork},
  };
  return rows;
}

}  // namespace arete
