#include "compute/files/names_file.h"

#include <sys/stat.h>

namespace arete {

bool namesFile(const std::filesystem::path& name, int descriptor) {
  struct stat named {
  }, opened{};
  return ::stat(name.c_str(), &named) == 0 && ::fstat(descriptor, &opened) == 0 && named.st_ino == opened.st_ino && named.st_dev == opened.st_dev;
}

}  // namespace arete
