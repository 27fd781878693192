// A source file becomes a library in memory: by g++ or clang++, and a .cu by nvcc, or by these and NVRTC where there is no nvcc.
#pragma once

#include <chrono>
#include <filesystem>
#include <stop_token>
#include <string>

#include "compute/core/error.h"
#include "compute/files/descriptor.h"

namespace arete::mine {

struct Compiled {
  Descriptor library;    ///< of a file without a name
  std::string compiler;  ///< its full name
  std::string messages;  ///< warnings
  std::string figures;   ///< of nvcc: registers, shared memory and spills of each kernel
  double seconds = 0;
  bool isCuda = false;
};

struct CompileWish {
  std::chrono::milliseconds limit{60'000};
  bool isolate = false;  ///< as isolated() does: for the files of others
  bool nvrtc = false;    ///< for .cu also where there is nvcc
};

/// Error(badInput): the first message, with its file and line as the place.
class CompileError : public Error {
 public:
  CompileError(std::string_view where, std::string_view reason, std::string messages)
      : Error(ErrorKind::badInput, "cannot compile the version", where, reason, "the messages of the compiler say more"),
        messages_(std::move(messages)) {}
  const std::string& messages() const { return messages_; }

 private:
  std::string messages_;
};

/// By the ending of its name: .cu for CUDA, else C++. Nothing is left on the disk. Throws CompileError; Error where there is no such file or
/// compiler; Cancelled.
Compiled compileVersion(const std::filesystem::path& file, const CompileWish& wish, const std::stop_token& stop);

}  // namespace arete::mine
