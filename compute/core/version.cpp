#include "compute/core/version.h"

#include "compute/core/cuda_support.h"

namespace arete {

std::string_view Version::unavailable() const {
  if (backend != Backend::cuda) return "";
  if (const std::string& reason = cudaUnavailableReason(); !reason.empty()) return reason;
  const bool isRefused = cooperative && !gpus()[size_t(standardGpu())].cooperative;
  return isRefused ? "this GPU makes no cooperative launches, in which all blocks run side by side" : "";
}

}  // namespace arete
