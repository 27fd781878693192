// What a GeoPackage consists of besides its layers, and the names that writer and reader share.
// Source: OGC 12-128r17, GeoPackage Encoding Standard 1.3.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "compute/crs/crs.h"
#include "compute/io/geopackage/database.h"

namespace arete::geopackage {

inline constexpr const char *kLines = "lines", *kEdges = "edges";  ///< layers of a curve; the second holds the parts of the first
inline constexpr int64_t kUnknownCartesian = -1;                   ///< the system of coordinates whose system nobody knows

/// The tables that every GeoPackage has, with the systems that they must list.
void makeTables(SqliteDatabase& database);

/// Lists the system, if it is known and is not listed yet; the number that layers refer to it by.
int64_t listCrs(const SqliteDatabase& database, const Crs& crs);

/// The other way: its number in a list where it has one, else its words; not known for a number that is not listed.
Crs crsListed(const SqliteDatabase& database, int64_t srs);
/// A name of a table or column, for a statement.
std::string inQuotes(const std::string& name);

/// The least and the largest x and y of a layer; empty ones have none.
struct Extent {
  double low[2] = {}, high[2] = {};
  bool empty = true;

  void add(double x, double y);
};

/// A layer in the lists of what the file contains; its table is made before.
struct Layer {
  const char *name, *description;
  const char* geometry;  ///< "LINESTRING"
  bool heights = false;
  int64_t srs = kUnknownCartesian;
};
void listLayer(const SqliteDatabase& database, const Layer& layer, const Extent& extent);

/// Geometry as GeoPackages have it: a head, then well-known binary.
class Geometry {
 public:
  /// `points`: coordinates one after the other, `axes` (2 or 3) each. One that is a line also gets its extent.
  const std::vector<std::byte>& line(const std::vector<double>& points, int axes, int64_t srs);
  const std::vector<std::byte>& point(const std::vector<double>& point, int64_t srs);

 private:
  void begin(int64_t srs, bool withExtent);
  template <class T>
  void put(T value);

  std::vector<std::byte> bytes_;
};

}  // namespace arete::geopackage
