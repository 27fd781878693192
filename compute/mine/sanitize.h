// NVIDIA's compute-sanitizer around the process of a user's version: it names the line of a kernel that reads or writes where it must not.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "compute/mine/trial.h"

namespace arete::mine {

/// Its full name; "" where it is not there.
std::filesystem::path sanitizerProgram();
/// Throws Error(wrongUse) where it is not there, or is of no use for this version.
void checkSanitizer(const UserVersion& version);

struct Sanitized {
  std::string text = {};  ///< what the sanitizer says, its summary included
  Trial trial = {};       ///< of the small tasks, which it looked at

  uint64_t errors() const;  ///< that it counted
};

/// Compiles the file once more, for it alone, and asks it the small tasks. `program`: compute-sanitizer, or what is called like it. The tool
/// needs processes and files, so these are not forbidden to the version. Throws like UserVersion and tryVersion().
Sanitized sanitizeVersion(const std::filesystem::path& file, const std::filesystem::path& program, const StageContext& context);

}  // namespace arete::mine
