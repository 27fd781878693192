// Parameters of GPUs: how many take part in one process, in how many parts, how parts get to see each other's sums, and the shape of launches.
#pragma once

#include "compute/core/param_info.h"

namespace arete {

/// How a part on a GPU reads what the others show.
enum class GpuExchange : uint8_t {
  automatic,  ///< direct where every GPU reaches every other one's memory, else copies
  direct,     ///< from the others' memory
  copies      ///< copies to its own memory, through the host where there is no other way
};

extern const ParamInfo kGpusParam;         ///< how many compute together, from the job's one on; 0 = all
extern const ParamInfo kGpuPartsParam;     ///< parts, dealt to the GPUs in turn; 0 = one a GPU, and fewer where that is faster
extern const ParamInfo kGpuExchangeParam;  ///< choice of GpuExchange

/// The launch of the nearest kernel.
extern const ParamInfo kBlockSizeParam;        ///< choice of threads in a block
extern const ParamInfo kPointsPerThreadParam;  ///< choice of cloud points that a thread holds in registers

}  // namespace arete
