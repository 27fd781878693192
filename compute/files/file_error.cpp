#include "compute/files/file_error.h"

#include <cerrno>
#include <system_error>

#include "compute/files/standard_streams.h"

namespace arete {

static std::string_view hintFor(int error) {
  switch (error) {
    case ENOSPC:
    case EDQUOT: return "free some space, or write to another disk";
    case EFBIG: return "the file would be larger than the system allows here";
    case EACCES:
    case EPERM:
    case EROFS: return "choose a folder that you may write to";
    case ENOENT:
    case ENOTDIR: return "make the folder first";
    case EPIPE: return "the program that was reading it has ended";
    case EISDIR: return "give the name of a file";
    case ENAMETOOLONG: return "choose a shorter name";
    default: return "try another folder";
  }
}

void failFile(std::string_view what, const std::filesystem::path& path, int error) {
  const std::string reason = std::system_category().message(error);
  if (error == EPIPE) throw ClosedPipe(ErrorKind::io, what, path.string(), reason, hintFor(error));
  throw Error(ErrorKind::io, what, path.string(), reason, hintFor(error));
}

bool hasNul(const std::filesystem::path& path) { return path.native().find('\0') != std::string::npos; }

void checkName(std::string_view what, const std::filesystem::path& path) {
  if (hasNul(path))
    throw Error(ErrorKind::badInput, what, path.string(), "there is a NUL in its name", "no file can have such a name: choose another");
}

}  // namespace arete
