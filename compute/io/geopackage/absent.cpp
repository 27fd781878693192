// What a program has in place of GeoPackages when it was built without SQLite.
#include "compute/core/error.h"
#include "compute/io/geopackage/features.h"
#include "compute/io/read_curve/curve_readers.h"
#include "compute/io/write/curve_writers.h"

namespace arete {

static constexpr std::string_view kNoSqlite = "this program was built without SQLite",
                                  kSqliteHint = "install libsqlite3-dev and build it again, or take GeoJSON";

void write::checkGeopackage(const CurveOptions&, std::string_view where) {
  throw Error(ErrorKind::wrongUse, "cannot write the GeoPackage", where, kNoSqlite, kSqliteHint);
}

void write::geopackageCurve(const CurveInput& input, TextFile& file) { checkGeopackage(input.options, file.target().string()); }

CurveFile read_curve::geopackage(std::string_view, const std::string& name) {
  throw Error(ErrorKind::badInput, "cannot read the curve", name, kNoSqlite, kSqliteHint);
}

void geopackage::checkFeatures(std::string_view where) {
  throw Error(ErrorKind::wrongUse, "cannot write the GeoPackage", where, kNoSqlite, "install libsqlite3-dev and build it again, or take CSV");
}

void geopackage::writeFeatures(std::span<const FeatureLayer>, const Crs&, TextFile& file) { checkFeatures(file.target().string()); }

FeatureTable geopackage::readFeatureTable(const std::filesystem::path& path, std::string_view) {
  throw Error(ErrorKind::badInput, "cannot read the table", path.string(), kNoSqlite, "install libsqlite3-dev and build it again, or take CSV");
}

}  // namespace arete
