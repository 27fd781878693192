// The GPU's part of a user's .cu file, compiled by NVRTC where there is no nvcc: the library is opened by its name alone, as CUDA's runtime packages
// install it.
#pragma once

#include <span>

namespace arete::mine {

/// Writes FOLDER/image, for the GPU that is here or for any, and FOLDER/lowered: for each name a line, its symbol in the image. What NVRTC says goes
/// to standard output. The exit status of the program: 3 where there is no NVRTC.
int compileForGpu(const char* source, const char* folder, std::span<char*> names);

}  // namespace arete::mine
