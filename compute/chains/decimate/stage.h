// The stage decimate: its row of the table of stages, and its versions; each is defined in the file with its name, here.
#pragma once

#include "compute/chains/decimate/contract.h"
#include "compute/core/cuda_function.h"
#include "compute/core/stage_info.h"

namespace arete {

template <>
struct StageRow<Stage::decimate> {
  using Function = DecimateFunction;
  static std::span<const Version> versions();
  static constexpr StageInfo info{.id = "decimate",
                                  .title = "Decimate",
                                  .help = "Removes chosen points that are crowded or alone within R2.",
                                  .use = StageUse::chains,
                                  .effect = StepEffect::removes,
                                  .step = "sweep",
                                  .countKey = "sweeps",
                                  .time = "All decimate sweeps so far."};
};

namespace cpu {
std::vector<uint32_t> decimateSequential(const DecimateInput&, const StageContext&);
std::vector<uint32_t> decimateParts(const DecimateInput&, const StageContext&);
std::vector<uint32_t> decimateRounds(const DecimateInput&, const StageContext&);
std::vector<uint32_t> decimateGrid(const DecimateInput&, const StageContext&);
}  // namespace cpu

ARETE_CUDA_FUNCTION(DecimateFunction, decimateShiftLeft)
ARETE_CUDA_FUNCTION(DecimateFunction, decimateMarkCompact)
ARETE_CUDA_FUNCTION(DecimateFunction, decimateDistanceMatrix)
ARETE_CUDA_FUNCTION(DecimateFunction, decimateGreedy)
ARETE_CUDA_FUNCTION(DecimateFunction, decimateRounds)

}  // namespace arete
