// What the CUDA code of this build is compiled for.
#pragma once

#include <string_view>

namespace arete {

/// Compute capabilities that have machine code, and that whose PTX a driver translates for later ones: "7.5 8.0, PTX of 8.0"; "" without CUDA.
std::string_view cudaCode();

}  // namespace arete
