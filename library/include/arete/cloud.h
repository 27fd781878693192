// Point clouds: from files, or from memory.
#pragma once

#include "arete/api.h"  // first: it says which standard is needed

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "arete/control.h"

namespace arete::compute {

/// n points of d = 1…16 coordinates, which never change. Cheap to copy: copies share the points. Any number of threads may use one. One that was
/// moved from holds nothing: every use of it but assigning throws Error (wrongUse).
class Cloud {
 public:
  /// Rows of file coordinates: rows.size() = n · dimension, all finite. They are copied. Throws Error (badInput, wrongUse, outOfMemory).
  ARETE_API Cloud(std::span<const double> rows, int dimension);
  ARETE_API Cloud(std::span<const float> rows, int dimension);
  /// The same of rows that lie on tracks: points with one value of `tracks` are a track, in their order. A network in the plane is made of these.
  ARETE_API Cloud(std::span<const double> rows, int dimension, std::span<const double> tracks);

  ARETE_API uint32_t size() const;
  ARETE_API int dimension() const;
  /// n · d coordinates, row after row, in the units of the file or array. In memory points are floats where that changes no coordinate by more than
  /// 0.0005 units or a millionth of the extent, so the last digits may differ from those given.
  ARETE_API std::vector<double> coordinates() const;
  /// The names of what the file has besides coordinates: intensity, classification, time …
  ARETE_API std::vector<std::string> attributes() const;
  /// n values of an attribute; NaN where the file has none. Throws Error (wrongUse) for a name that is not there.
  ARETE_API std::vector<double> attribute(const std::string& name) const;
  /// The coordinate system, as the file names it; "" where it does not.
  ARETE_API std::string crs() const;
  /// What the reader found odd, a sentence each.
  ARETE_API std::vector<std::string> warnings() const;

  struct Inside;  ///< the library's own
  explicit Cloud(std::shared_ptr<const Inside> inside) : inside_(std::move(inside)) {}
  const Inside& inside() const;
  const std::shared_ptr<const Inside>& shared() const noexcept { return inside_; }

 private:
  std::shared_ptr<const Inside> inside_;
};

struct ReadOptions {
  std::vector<std::string> columns = {};  ///< text and tables: the coordinates in order, by name or by number from 1; empty: detected
  std::string where = {};  ///< which points: a condition on attributes and x, y, z as of `arete-cli --where`, e.g. "class == 14"; empty: all
  std::string trackColumn =
      {};                ///< says on which track a point lies, by name or by number from 1; empty: track, track_id, trip, trip_id or trajectory
  std::string crs = {};  ///< the coordinate system, e.g. "EPSG:28992", whatever the file says; empty: the file's
  int threads = 0;       ///< that read; 0: one for each of the machine's. The result is the same
};

/// Reads PLY, PCD, LAS, LAZ, E57, NPY, OBJ, GPX, text tables and more; the content decides the format. Points without finite coordinates are left
/// out. Throws Error (badInput, io, wrongUse, outOfMemory, cancelled).
ARETE_API Cloud read(const std::string& path, const ReadOptions& options = {}, const Control& control = {});

}  // namespace arete::compute
