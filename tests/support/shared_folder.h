// Where the data lie that are not part of the repository. The environment may say otherwise than the build.
#pragma once

#include <cstdlib>
#include <filesystem>

namespace arete {

inline std::filesystem::path sharedFolder() {
  const char* given = std::getenv("ARETE_SHARED_DIR");
  return given ? given : ARETE_SHARED_DIR;
}

}  // namespace arete
