// The host's part of a .cu file, for compilers that know nothing of CUDA: kernels become functions that launch them, and a launch becomes a call. The
// GPU's part is the file as it is, which NVRTC compiles.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace arete::mine {

struct HostSource {
  std::string text;                  ///< with as many lines as the source
  std::vector<std::string> kernels;  ///< their names, in order
};

/// Throws Error(badInput), with the line as the place, for a launch or a kernel that it cannot read.
HostSource hostSourceOf(std::string_view source, const std::string& file);

/// What that text includes before all else: dim3, CUDA's words, and launches by the driver (libcuda.so.1, opened by name).
std::string_view hostPrelude();

/// Kernels among the symbols of an object file: "_Z4lookIfEv…", "look<float>".
struct KernelSymbol {
  std::string symbol, name;
};
std::vector<KernelSymbol> kernelsIn(const std::string& object, const std::vector<std::string>& names);

}  // namespace arete::mine
