#include "compute/core/cuda_code.h"

namespace arete {

std::string_view cudaCode() { return ARETE_CUDA_CODE; }  // cmake/Cuda.cmake

}  // namespace arete
