#include "compute/io/join_files.h"

#include <algorithm>

#include "compute/crs/about_crs.h"
#include "compute/io/read_clouds.h"
#include "compute/text/printable.h"

namespace arete {

Error cannotJoin(const std::filesystem::path& path, std::string_view reason, std::string_view hint) {
  return {ErrorKind::badInput, "cannot join these files", path.string(), reason, hint};
}

/// That of the first file that names one.
static void joinCrs(CloudFile& all, const std::filesystem::path& path, const CloudFile& part) {
  if (!all.crs.known()) all.crs = part.crs, all.crsText = part.crsText;
  else if (part.crs.known() && !sameCrs(all.crs, part.crs))
    throw cannotJoin(path, "its coordinate system is " + aboutCrs(part.crs).text() + ", that of the files before " + aboutCrs(all.crs).text(),
                     "bring them into one system first, or say with --crs which one all are in");
}

void joinAbout(CloudFile& all, size_t number, const std::filesystem::path& path, const CloudFile& part) {
  if (number == 0) all.format = part.format;
  else if (all.format != part.format) all.format = "several formats";
  joinCrs(all, path, part);
  for (const std::string& warning : part.warnings) all.warnings.push_back(printable(path.filename().string()) + ": " + warning);
  all.pointsInFile += part.pointsInFile;
  all.nonFinite += part.nonFinite;
  all.withheld += part.withheld;
  for (const uint64_t row : part.rowsLeftOut) all.rowsLeftOut.push_back(all.rowsInFile + row);
  all.rowsInFile += part.rowsInFile;
}

void checkJoinedDimension(const std::filesystem::path& path, int dimension, int before) {
  if (dimension == before) return;
  throw cannotJoin(path, "its points have " + std::to_string(dimension) + " coordinates, those of the files before " + std::to_string(before),
                   "say which to take with --dim or --columns");
}

std::vector<std::string> joinedNames(std::span<const Attribute> attributes) {
  std::vector<std::string> names;
  for (const Attribute& attribute : attributes) {
    std::string name = attribute.name;
    for (int number = 2; std::ranges::find(names, name) != names.end(); ++number) name = attribute.name + ' ' + std::to_string(number);
    names.push_back(name);
  }
  std::ranges::replace(names, std::string(kSourceFile), std::string());
  return names;
}

AttributeValues sourceFileOf(size_t points, size_t number) { return {ScalarType::uint32, points, double(number + 1)}; }

}  // namespace arete
