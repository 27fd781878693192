#include "compute/io/write/prj.h"

#include <algorithm>
#include <fstream>
#include <iterator>

#include "compute/core/error.h"
#include "compute/crs/about_crs.h"
#include "compute/files/atomic_file.h"
#include "compute/files/file_error.h"
#include "compute/text/printable.h"

namespace arete {

namespace fs = std::filesystem;

namespace {

std::string contentOf(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Whether the words say this; words that nobody understands do not.
bool says(const std::string& text, const Crs& crs) {
  try {
    return crs.known() && sameCrs({text}, crs);
  } catch (const Error&) {
    return false;
  }
}

/// Whether these are words as this program writes them, and nobody changed them.
bool isOurs(const std::string& text) {
  try {
    return !text.empty() && esriWkt({text}) == text;
  } catch (const Error&) {
    return false;
  }
}

/// Whether another file of this name stands there, to which the .prj may belong: a.shp beside a.csv.
bool hasOtherOwner(const fs::path& path, const fs::path& beside) {
  std::error_code error;
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    const fs::path name = entry->path().filename();
    if (name.stem() == path.stem() && name != path.filename() && name != beside.filename()) return true;
  }
  return false;
}

}  // namespace

write::PrjBeside::PrjBeside(const fs::path& path, const Crs& crs, bool written) : beside_(fs::path(path).replace_extension(".prj")) {
  checkName("cannot write", path);
  std::error_code ignored;
  const fs::file_type type = fs::symlink_status(path, ignored).type();
  if (type != fs::file_type::regular && type != fs::file_type::not_found) return;  // a pipe, /dev/stdout: nothing is beside these
  if (written && crs.known()) text_ = esriWkt(crs);
  const bool exists = fs::exists(beside_, ignored);
  if (exists) {
    const std::string there = contentOf(beside_);
    if (says(there, crs)) return;
    const bool stays = !isOurs(there) || hasOtherOwner(path, beside_);
    if (stays && !written) return;
    if (stays)
      throw Error(ErrorKind::wrongUse, "cannot write", path.string(),
                  printable(beside_.filename().string()) + " beside it says another coordinate system, and may belong to another file",
                  "give another name, or remove it");
  }
  fate_ = !text_.empty() ? Fate::written : exists ? Fate::removed : Fate::none;
}

void write::PrjBeside::commit(std::vector<std::string>& warnings) const {
  if (fate_ == Fate::none) return;
  if (fate_ == Fate::removed) {
    std::error_code error;
    fs::remove(beside_, error);
    if (error) throw Error(ErrorKind::io, "cannot remove", beside_.string(), error.message(), "it says a system that the file beside it is not in");
    warnings.push_back(printable(beside_.string()) + " was removed: it said the coordinate system of what was replaced");
    return;
  }
  AtomicFile file(beside_);
  file.write(text_);
  if (!file.commit()) warnings.emplace_back(kNotDurable);
}

}  // namespace arete
