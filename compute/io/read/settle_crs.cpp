#include "compute/io/read/settle_crs.h"

#include <algorithm>
#include <bitset>
#include <cmath>
#include <fstream>

#include "compute/crs/about_crs.h"

namespace arete {

namespace fs = std::filesystem;

namespace {

/// Whether longitudes lie on both sides of 180 degrees, and within half of the circle.
bool goesAcross180(const PointCloud& cloud) {
  constexpr double kTurn = 360, kHalf = 180;
  if (cloud.empty() || !(cloud.bounds().extent(0) > kHalf)) return false;
  std::bitset<size_t(kTurn)> taken;  // degrees from -180 on
  for (uint32_t i = 0; i < cloud.size(); ++i) {
    const double longitude = cloud.points().coordinate(i, 0) + cloud.origin()[0];
    if (!(std::abs(longitude) <= kHalf)) return false;
    taken.set(std::min(size_t(longitude + kHalf), taken.size() - 1));
  }
  size_t free = 0, most = 0;
  for (size_t degree = 0; degree < taken.size(); ++degree) most = std::max(most, free = taken.test(degree) ? 0 : free + 1);
  return double(most) >= kHalf;
}

/// Fills in the words; a system that nobody understands is none.
void describe(const std::string& holder, CloudFile& file) {
  if (!file.crs.known()) return;
  try {
    const CrsAbout about = aboutCrs(file.crs);
    if (!about.id().empty()) file.crs.definition = about.id();
    file.crsText = about.textWithHeights();
    const bool flat = !file.cloud.empty() && file.cloud.dimension() < 3;
    if (about.mixesUnits() && !flat)
      file.warnings.push_back("Places are in " + about.unit + " and heights in " + about.heightUnit +
                              ": radii, distances and lengths mix both. arete-cli convert makes one unit of them: --to-crs with " +
                              (about.groundId.empty() ? "a system of the ground alone" : about.groundId) + ".");
    if (about.degrees)
      file.warnings.push_back(
          "Coordinates are longitude and latitude in degrees, and so are radii and lengths: a degree is shorter from west to east. arete-cli convert "
          "makes metres of them (--to-crs utm) or a sphere (--to-crs sphere).");
    if (about.degrees && goesAcross180(file.cloud))
      file.warnings.push_back("The points lie on both sides of longitude 180, where curves break off: --to-crs utm or sphere keeps them whole.");
  } catch (const Error& error) {
    file.warnings.push_back("The coordinate system " + holder + " is not understood: " + error.reason() + ". --crs gives it.");
    file.crs = {};
  }
}

/// The text beside the file, as programs of Esri put it there; "" where there is none.
std::string besideFile(const fs::path& path, fs::path& found) {
  constexpr std::streamsize kMost = 64 << 10;
  for (const char* ending : {".prj", ".PRJ"}) {
    found = fs::path(path).replace_extension(ending);
    std::ifstream file(found, std::ios::binary);
    if (!file || !fs::is_regular_file(found)) continue;
    std::string text(size_t(kMost), '\0');
    file.read(text.data(), kMost);
    text.resize(size_t(file.gcount()));
    return text;
  }
  return {};
}

}  // namespace

void settleCrs(const ReadOptions& options, const fs::path& path, CloudFile& file) {
  const std::string ofFile = file.crs.definition;
  if (options.crs) {
    file.crs = *options.crs;
    describe("that was given", file);
    return;
  }
  describe("of the file", file);
  if (!ofFile.empty()) return;
  if (fs::path beside; !path.empty() && !(file.crs.definition = besideFile(path, beside)).empty())
    return describe("of " + beside.filename().string(), file);
  if (file.degreesBy.empty()) return;
  file.crs = kWgs84;
  file.warnings.push_back("Columns " + file.degreesBy +
                          " are taken as longitude and latitude in the system WGS 84; --crs gives another one, --crs none leaves it open.");
  describe("of names", file);
}

}  // namespace arete
