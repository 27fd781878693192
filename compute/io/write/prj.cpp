#include "compute/io/write/prj.h"

#include <fstream>
#include <iterator>

#include "compute/core/error.h"
#include "compute/core/printable.h"
#include "compute/crs/about_crs.h"
#include "compute/files/atomic_file.h"

namespace arete {

namespace fs = std::filesystem;

/// Whether the file says the same; one that nobody understands does not.
static bool says(const fs::path& path, const Crs& crs) {
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  try {
    return sameCrs({text}, crs);
  } catch (const Error&) {
    return false;
  }
}

void write::prjBeside(const fs::path& path, const Crs& crs, std::vector<std::string>& warnings) {
  std::error_code ignored;
  if (!crs.known() || fs::symlink_status(path, ignored).type() != fs::file_type::regular) return;  // a pipe, /dev/stdout: nothing is beside these
  const std::string text = esriWkt(crs);
  if (text.empty()) return;
  const fs::path beside = fs::path(path).replace_extension(".prj");
  if (fs::exists(beside, ignored)) {
    if (says(beside, crs)) return;
    warnings.push_back(printable(beside.string()) + " is there already and stays as it is; what was written is in " + aboutCrs(crs).text());
    return;
  }
  AtomicFile file(beside);
  file.write(text);
  if (!file.commit()) warnings.emplace_back(kNotDurable);
}

}  // namespace arete
