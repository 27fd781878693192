// One function per format, each in the file of its name, and what readers of graphs share.
#pragma once

#include <optional>

#include "compute/core/curve.h"
#include "compute/io/read_curve.h"

namespace arete::read_curve {

CurveFile ply(std::string_view text, const std::string& name);
CurveFile csv(std::string_view text, const std::string& name);
CurveFile obj(std::string_view text, const std::string& name);
CurveFile geojson(std::string_view text, const std::string& name);
CurveFile segments(std::string_view text, const std::string& name);
CurveFile xyz(std::string_view text, const std::string& name);
CurveFile gpx(std::string_view text, const std::string& name);
CurveFile swc(std::string_view text, const std::string& name);
CurveFile geopackage(std::string_view bytes, const std::string& name);

/// Vertices and the edges between them, as they come in.
struct Graph {
  int dimension = 0;
  std::vector<double> rows;  ///< `dimension` coordinates per vertex
  std::vector<Edge> edges;
  size_t dots = 0;  ///< edges from a vertex to itself, which are left out

  size_t vertices() const { return dimension == 0 ? 0 : rows.size() / size_t(dimension); }
  void join(uint32_t a, uint32_t b);
  /// Its polylines.
  CurveFile take() &&;
};

/// Our writers' comment "dimension 2", after the comment sign: how many of a format's coordinates are meaningful. Other comments
/// give nothing.
std::optional<int> dimensionComment(std::string_view rest);

/// Keeps the first `dimension` coordinates of rows with `width` of them.
std::vector<double> firstCoordinates(std::vector<double> rows, int width, int dimension);

}  // namespace arete::read_curve
