// GeoPackage as a curve: the lines of all its layers, with the coordinate system of the first. The file's bytes are the database, so nothing is
// written beside it, and it is read only.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

#include "compute/core/error.h"
#include "compute/io/geopackage/database.h"
#include "compute/io/geopackage/schema.h"
#include "compute/io/read_curve/curve_readers.h"

namespace arete {

namespace {

constexpr std::string_view kCannotRead = "cannot read the curve";

/// Lines out of well-known binary, in a GeoPackage's head. What is cut off or no line is refused, or counted.
class GeometryReader {
 public:
  GeometryReader(std::span<const std::byte> bytes, const std::string& where, CurveFile& file, size_t& others)
      : bytes_(bytes), where_(where), file_(file), others_(others) {}

  void read() {
    constexpr uint8_t kExtentMask = 0b1110, kEmptyBit = 1 << 4;
    constexpr std::array<size_t, 5> kExtentBytes = {0, 32, 48, 48, 64};
    if (number<uint8_t>() != 'G' || number<uint8_t>() != 'P') fail("it has a geometry that is none");
    number<uint8_t>();
    const uint8_t flags = number<uint8_t>(), extent = uint8_t((flags & kExtentMask) >> 1);
    if (extent >= kExtentBytes.size()) fail("it has a geometry that is none");
    skip(sizeof(int32_t) + kExtentBytes[extent]);
    if ((flags & kEmptyBit) == 0) geometry(0);
  }

 private:
  [[noreturn]] void fail(std::string_view reason) const {
    throw Error(ErrorKind::badInput, kCannotRead, where_, reason, "the file is damaged: fetch or export it again");
  }
  void skip(size_t bytes) {
    if (bytes > bytes_.size()) fail("it has a geometry that is cut off");
    bytes_ = bytes_.subspan(bytes);
  }
  template <class T>
  T number() {
    std::array<std::byte, sizeof(T)> raw{};
    if (bytes_.size() < sizeof(T)) fail("it has a geometry that is cut off");
    std::ranges::copy(bytes_.first(sizeof(T)), raw.begin());
    bytes_ = bytes_.subspan(sizeof(T));
    if (sizeof(T) > 1 && order_ != std::endian::native) std::ranges::reverse(raw);
    return std::bit_cast<T>(raw);
  }

  void geometry(int depth) {
    constexpr uint32_t kPerKind = 1000, kLine = 2, kManyLines = 5, kCollection = 7;
    constexpr int kDeepest = 8;
    order_ = number<uint8_t>() == 0 ? std::endian::big : std::endian::little;
    const uint32_t type = number<uint32_t>(), kind = type % kPerKind, measures = type / kPerKind;  // 1: heights, 2: measures, 3: both
    if (measures > 3) fail("it has a geometry of an unknown kind");
    if (kind == kLine) return line(measures);
    if (kind != kManyLines && kind != kCollection) {
      ++others_;
      bytes_ = {};
      return;
    }
    if (depth == kDeepest) fail("it has a geometry within geometries, more than 8 deep");
    for (uint32_t left = number<uint32_t>(); left > 0 && !bytes_.empty(); --left) geometry(depth + 1);
  }

  void line(uint32_t measures) {
    const bool heights = measures == 1 || measures == 3;
    const size_t read = 2 + (measures > 0) + (measures == 3), kept = heights ? 3 : 2, count = number<uint32_t>();
    if (count > bytes_.size() / (read * sizeof(double))) fail("it has a geometry that is cut off");
    int& dimension = file_.polylines.dimension;
    if (dimension == 0) dimension = int(kept);
    if (size_t(dimension) != kept && count > 0) fail("some lines have heights and some have none");
    std::vector<double> places;
    for (size_t i = 0; i < count; ++i)
      for (size_t k = 0; k < read; ++k) {
        const double value = number<double>();
        if (k >= kept) continue;
        if (!std::isfinite(value)) fail("it has a coordinate that is no number");
        places.push_back(value);
      }
    add(std::move(places), kept);
  }

  void add(std::vector<double> places, size_t dimension) {
    constexpr size_t kFewestOfRing = 4;  // three and the first again
    const size_t count = places.size() / dimension;
    if (count < 2) return;
    const bool closed =
        count >= kFewestOfRing && std::equal(places.begin(), places.begin() + ptrdiff_t(dimension), places.end() - ptrdiff_t(dimension));
    if (closed) places.resize(places.size() - dimension);
    file_.polylines.lines.push_back(std::move(places));
    file_.polylines.closed.push_back(closed);
  }

  std::span<const std::byte> bytes_;
  std::endian order_ = std::endian::little;
  const std::string& where_;
  CurveFile& file_;
  size_t& others_;
};

struct LayerName {
  std::string table, column;
  int64_t srs;
};

std::vector<LayerName> layersOf(const SqliteDatabase& database) {
  std::vector<LayerName> layers;
  SqliteStatement list = database.prepare("SELECT table_name, column_name, srs_id FROM gpkg_geometry_columns ORDER BY table_name");
  while (list.step()) layers.push_back({list.text(0), list.text(1), list.integer(2)});
  if (std::ranges::find(layers, geopackage::kLines, &LayerName::table) != layers.end())  // of ours: its edges are there twice
    std::erase_if(layers, [](const LayerName& layer) { return layer.table == geopackage::kEdges; });
  return layers;
}

}  // namespace

CurveFile read_curve::geopackage(std::string_view bytes, const std::string& name) {
  constexpr std::string_view kSignature = "SQLite format 3";
  if (!bytes.starts_with(kSignature))
    throw Error(ErrorKind::badInput, kCannotRead, name, "it is no GeoPackage: it does not begin as a database of SQLite", "open a GeoPackage");
  const SqliteDatabase database(kCannotRead, name, std::as_bytes(std::span(bytes)));
  CurveFile file;
  size_t others = 0;
  for (const LayerName& layer : layersOf(database)) {
    const size_t before = file.polylines.size();
    SqliteStatement rows = database.prepare("SELECT " + geopackage::inQuotes(layer.column) + " FROM " + geopackage::inQuotes(layer.table));
    while (rows.step()) {
      const std::span<const std::byte> geometry = rows.bytes(0);
      if (!geometry.empty()) GeometryReader(geometry, name, file, others).read();
    }
    if (before == 0 && file.polylines.size() > 0) file.crs = geopackage::crsListed(database, layer.srs);
  }
  if (others > 0) file.warnings.push_back("geometries that are no lines are left out: " + std::to_string(others));
  return file;
}

}  // namespace arete
