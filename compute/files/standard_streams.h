// Standard input and output under the names that the system has for them.
#pragma once

#include <filesystem>

#include "compute/core/error.h"

namespace arete {

inline constexpr const char* kStandardInput = "/dev/stdin";
inline constexpr const char* kStandardOutput = "/dev/stdout";

/// Whoever read what is written has ended, as `head` does when it has seen enough.
class ClosedPipe : public Error {
 public:
  using Error::Error;
};

/// Whether this is written from front to back and has no place in a folder: a pipe, a device, standard output.
bool isStream(const std::filesystem::path& path);

}  // namespace arete
