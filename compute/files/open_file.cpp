#include "compute/files/open_file.h"

#include <cerrno>
#include <system_error>

#include "compute/core/error.h"
#include "compute/files/file_error.h"

namespace arete {

namespace fs = std::filesystem;

std::ifstream openToRead(const fs::path& path, std::string_view what) {
  const auto fail = [&](std::string_view reason, std::string_view hint) { throw Error(ErrorKind::io, what, path.string(), reason, hint); };
  checkName(what, path);
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) fail("no such file", "check the name and the folder");
  if (status.type() == fs::file_type::none) fail(error.message(), "check who may read the folder");
  if (!fs::is_regular_file(status)) fail("it is not a regular file", "give the name of a file");
  std::ifstream file(path, std::ios::binary);
  if (!file) fail(std::system_category().message(errno), "check who may read the file");
  return file;
}

}  // namespace arete
