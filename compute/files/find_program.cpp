#include "compute/files/find_program.h"

#include <unistd.h>

#include <cstdlib>
#include <sstream>
#include <string>

namespace arete {

namespace fs = std::filesystem;

fs::path findProgram(const char* name) {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    fs::path program = fs::path(folder) / name;
    if (program.is_absolute() && ::access(program.c_str(), X_OK) == 0 && fs::is_regular_file(program)) return program;
  }
  return {};
}

}  // namespace arete
