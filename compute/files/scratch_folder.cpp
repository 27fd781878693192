#include "compute/files/scratch_folder.h"

#include <stdlib.h>

#include <cerrno>
#include <string>
#include <system_error>

#include "compute/core/error.h"

namespace arete {

namespace fs = std::filesystem;

ScratchFolder::ScratchFolder(std::string_view name) {
  std::string wanted = (fs::temp_directory_path() / (std::string(name) + "-XXXXXX")).string();
  if (::mkdtemp(wanted.data()) == nullptr)
    throw Error(ErrorKind::io, "cannot make a folder for temporary files", wanted, std::system_category().message(errno),
                "set TMPDIR to a folder with room");
  path_ = wanted;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

}  // namespace arete
