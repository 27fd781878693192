// Which GPU draws, and whether CUDA can compute on it: then GL and CUDA can share memory.
#pragma once

#include <string>

namespace arete {

struct GlSharing {
  int gpu = -1;        ///< in CUDA's order; −1 when what draws is no GPU that CUDA knows
  std::string whyNot;  ///< why it is −1, for the user
};

/// Asks the driver about the current GL context (cudaGLGetDevices).
GlSharing glSharing();

}  // namespace arete
