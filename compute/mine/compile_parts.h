// What compiling by nvcc and by NVRTC have in common. Internal to compiling.
#pragma once

#include <utility>
#include <vector>

#include "compute/mine/compile.h"

namespace arete::mine {

/// A source on its way to a library.
struct CompileJob {
  std::filesystem::path file, source;  ///< as given; its full name
  std::filesystem::path folder;        ///< a scratch one, in which include/arete/version.h lies and version.so is to come
  const CompileWish& wish;
  const std::stop_token& stop;

  std::filesystem::path library() const { return folder / "version.so"; }
};

/// With the status of the compiler.
class CompilerFailed : public CompileError {
 public:
  CompilerFailed(std::string_view where, std::string_view reason, std::string messages, int status_)
      : CompileError(where, reason, std::move(messages)), status(status_) {}
  const int status;
};

/// Runs the command, isolated where that is wished and it is not yet; its output goes to messages and figures. Throws CompileError where it fails,
/// Error where it is late, Cancelled.
void runCompiler(const CompileJob& job, std::vector<std::string> command, Compiled& compiled);
/// g++ or clang++. Throws Error.
std::filesystem::path hostCompiler();
std::vector<std::string> hostOptions();

/// Both parts of a .cu file. Throws like runCompiler(), and Error(wrongUse) where there is no NVRTC.
void compileByNvrtc(const CompileJob& job, Compiled& compiled);

}  // namespace arete::mine
