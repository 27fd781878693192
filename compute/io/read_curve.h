// Curves from files: what Arete wrote itself, and reference curves of others, to measure quality on.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compute/core/polylines.h"

namespace arete {

struct CurveFile {
  Polylines polylines;                ///< file coordinates
  std::vector<std::string> warnings;  ///< what was left out, and why
};

struct CurveReader {
  std::string_view id;
  std::string_view extension;  ///< without the first dot
  std::string_view help;       ///< what of such a file is read
  CurveFile (*read)(std::string_view text, const std::string& name);
};

/// PLY (vertices and edges, text), CSV, OBJ lines, GeoJSON lines, lists of segments (*.segments.txt, one a line), and rows of points
/// that are joined (*.xyz).
std::span<const CurveReader> curveReaders();

/// By extension. Formats that hold edges give the chains between vertices of degree ≠ 2, as makeCurve does. Throws Error(io) when the
/// file cannot be read, Error(badInput) with file, line and reason, Error(wrongUse) for an unknown extension.
CurveFile readCurve(const std::filesystem::path& path);

}  // namespace arete
