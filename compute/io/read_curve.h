// Reads curves from files: Arete's own, and reference curves of other programs, to measure quality.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compute/core/polylines.h"
#include "compute/crs/crs.h"

namespace arete {

struct CurveFile {
  Polylines polylines;                ///< file coordinates
  std::vector<std::string> warnings;  ///< what was left out, and why
  Crs crs;                            ///< of the coordinates, where the file says it
};

struct CurveReader {
  std::string_view id;
  std::string_view extension;  ///< without the first dot
  std::string_view help;       ///< what is read from such a file
  CurveFile (*read)(std::string_view text, const std::string& name);
};

/// PLY (vertices and edges, text), CSV, OBJ lines, GeoJSON lines, lists of segments (*.segments.txt, one a line), rows of points
/// that are joined (*.xyz), tracks of GPX, trees of SWC and lines of GeoPackages.
std::span<const CurveReader> curveReaders();

/// By extension. Formats that hold edges give the chains between vertices of degree ≠ 2, as makeCurve does. Throws Error(io) when the
/// file cannot be read, Error(badInput) with file, line and reason, Error(wrongUse) for an unknown extension.
CurveFile readCurve(const std::filesystem::path& path);

/// The curve in another system, where that of both is known and they differ; heights stay. Throws what CrsTransformation throws.
void bringTo(const Crs& crs, const std::filesystem::path& path, CurveFile& file);

}  // namespace arete
