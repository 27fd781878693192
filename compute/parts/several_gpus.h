// Several GPUs in one process: how many take part, in how many parts, and how parts get to see each other's sums.
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

}  // namespace arete
