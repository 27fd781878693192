// The versions of wire_lines: the reference first, the default (fastest exact) last. Each is defined in the file with its name.
#include "compute/core/version.h"
#include "compute/core/version_function.h"
#include "compute/network/rules/network_params.h"
#include "compute/network/wire_lines/stage.h"

namespace arete {

ARETE_CPU_FUNCTION(WireLinesFunction, wireLinesRows)
ARETE_CUDA_FUNCTION(WireLinesFunction, wireLinesBlocks)

std::span<const Version> StageRow<Stage::wire_lines>::versions() {
  static constexpr const ParamInfo* kWireLinesParams[] = {&kNeighboursWantedParam, &kRadiusCapParam};
  static const Version rows[] = {
      {.id = "wire_lines.cpu.sequential",
       .label = "Sequential",
       .shows = "The reference: around every seed, ball after ball, points vote on straight lines through it.",
       .source = "3D, C 1",
       .parameters = kWireLinesParams,
       .function = cpu::wireLinesSequential},
      {.id = "wire_lines.cpu.rows",
       .label = "Rows",
       .shows = "One thread per node: balls are read in rows and left when they are crowded; votes are counted a register at a time.",
       .source = "3D, C 1",
       .parameters = kWireLinesParams,
       .function = cpu::wireLinesRows},
      {.id = "wire_lines.cuda.blocks",
       .label = "One block per node",
       .shows = "Points of a ball are sorted and seen in shared memory; one warp per direction counts its votes.",
       .source = "3D, C 1",
       .parameters = kWireLinesParams,
       .function = cuda::wireLinesBlocks},
  };
  return rows;
}

}  // namespace arete
