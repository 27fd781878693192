#include "compute/io/path_guard.h"

#include <cerrno>
#include <string>
#include <vector>

#include "compute/core/error.h"
#include "compute/files/file_error.h"
#include "compute/io/session_file.h"
#include "compute/text/printable.h"

namespace arete {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kCannotWrite = "cannot write";

struct Touched {
  fs::path path;
  bool read = false, written = false;
};

fs::file_type typeOf(const fs::path& path) {
  std::error_code error;
  return fs::status(path, error).type();
}

bool isDevice(fs::file_type type) { return type == fs::file_type::character || type == fs::file_type::block; }
bool isPipe(fs::file_type type) { return type == fs::file_type::fifo || type == fs::file_type::socket; }
bool counts(const fs::path& path) { return !path.empty() && path != "-" && !isDevice(typeOf(path)); }

/// Absolute and without links; links to files that do not exist yet are followed too.
fs::path resolved(const fs::path& path) {
  constexpr int kMostLinks = 40;
  std::error_code error;
  fs::path at = fs::absolute(path, error);
  for (int links = 0; links < kMostLinks && fs::is_symlink(fs::symlink_status(at, error)) && !fs::exists(at, error); ++links)
    at = at.parent_path() / fs::read_symlink(at, error);  // an absolute target replaces the folder
  const fs::path real = fs::weakly_canonical(at, error);
  return error ? at.lexically_normal() : real;
}

bool isSameFile(const fs::path& a, const fs::path& b) {
  std::error_code error;
  return (fs::equivalent(a, b, error) && !error) || resolved(a) == resolved(b);
}

void checkPlace(const fs::path& path, PathRole role) {
  const auto refuse = [&](std::string_view reason) {
    throw Error(ErrorKind::wrongUse, kCannotWrite, path.string(), reason, "give the name of a file");
  };
  const fs::file_type type = typeOf(path);
  if (type == fs::file_type::directory) failFile(kCannotWrite, path, EISDIR);
  if (isPipe(type) && role != PathRole::stream) refuse("it is a pipe, and this is not written from front to back");
  if (isDevice(type) && role == PathRole::kept) refuse("it is a device");
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  if (typeOf(folder) != fs::file_type::directory)
    throw Error(ErrorKind::io, kCannotWrite, path.string(), "there is no folder '" + printable(folder.string()) + "'",
                "create it, or choose another folder");
}

std::vector<Touched> touchedBy(std::span<const PathUse> uses) {
  std::vector<Touched> all;
  const auto add = [&](const fs::path& path, bool read, bool written) {
    if (counts(path)) all.push_back({path, read, written});
  };
  for (const PathUse& use : uses) {
    const bool isInput = use.role == PathRole::input;
    add(use.path, isInput, !isInput);
    if (isInput)
      for (const fs::path& cloud : cloudsOfSession(use.path)) add(cloud, true, false);
    for (const std::string_view companion : use.companions) add(use.path.string() + std::string(companion), false, true);
  }
  return all;
}

}  // namespace

void guardPaths(std::span<const PathUse> uses) {
  for (const PathUse& use : uses)
    if (use.role != PathRole::input && !use.path.empty() && use.path != "-") checkPlace(use.path, use.role);
  const std::vector<Touched> all = touchedBy(uses);
  for (size_t i = 0; i < all.size(); ++i)
    for (size_t j = 0; j < i; ++j) {
      const bool lost = all[i].read != all[j].read;
      if ((all[i].read && all[j].read) || !isSameFile(all[i].path, all[j].path)) continue;
      throw Error(ErrorKind::wrongUse, kCannotWrite, (all[i].written ? all[i] : all[j]).path.string(),
                  lost ? "it is the input file, which would be lost" : "two results would go to this one file",
                  lost ? "give another name" : "give each a name of its own");
    }
}

}  // namespace arete
