// Curve files. One row per format: the export dialog, the command line, its help and the tests walk the same table.
#pragma once

#include <filesystem>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "compute/core/curve.h"
#include "compute/core/short_coordinate.h"
#include "compute/files/text_file.h"

namespace arete {

/// What the writers see: the curve in file coordinates.
struct CurveInput {
  const Curve& curve;
  const PointCloud::Origin& origin;

  int dimension() const { return curve.nodes.dimension(); }
  /// Local coordinate + origin, in double; 0 for axes that the curve does not have.
  double coordinate(uint32_t node, int k) const { return k < dimension() ? curve.nodes.coordinate(node, k) + origin[size_t(k)] : 0; }
  /// The same with as few digits as give the local coordinate again: what is written.
  double written(uint32_t node, int k) const {
    return k < dimension() ? shortCoordinate(curve.nodes.scalar(), curve.nodes.coordinate(node, k), origin[size_t(k)]) : 0;
  }
};

struct CurveFormat {
  std::string_view id;
  std::string_view label;      ///< for dialogs
  std::string_view extension;  ///< without the dot
  std::string_view help;       ///< one sentence: what is in the file and who reads it
  int axes;                    ///< coordinates per point that it can hold; further ones are left out
  bool loosePoints;            ///< whether chosen points without an edge are kept
  void (*write)(const CurveInput&, TextFile&);
};

std::span<const CurveFormat> curveFormats();

/// Writes a curve in file coordinates; all or nothing (compute/files/atomic_file.h). The format is that of `formatId`, or of the path's
/// extension when empty. A curve of one dimension gets y = 0 where a format cannot do without. Returns warnings: what the format
/// could not take. Throws Error(wrongUse) with the known formats, Error(io) when writing fails, Cancelled while it waits for a pipe.
std::vector<std::string> writeCurve(const std::filesystem::path& path, const Curve& curve, const PointCloud::Origin& origin,
                                    std::string_view formatId = {}, std::stop_token stop = {});

}  // namespace arete
