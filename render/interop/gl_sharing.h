// Which GPU draws, and whether CUDA can compute on it, so that GL and CUDA can share memory.
#pragma once

#include <string>

namespace arete {

struct GlSharing {
  int gpu = -1;        ///< in CUDA's order; −1 when CUDA does not know what draws
  std::string whyNot;  ///< why it is −1, for the user
};

/// Asks the driver about the current GL context (cudaGLGetDevices).
GlSharing glSharing();

}  // namespace arete
