// PLY of a curve: every chosen point a vertex, every edge an edge. Text, so that it can be read and compared by eye. Programs that
// read PLY insist on x, y and z: a flat curve gets zeros, and a comment that says how many coordinates mean something.
#include <algorithm>

#include "compute/io/coordinate_names.h"
#include "compute/io/write/curve_writers.h"

namespace arete {

void write::plyCurve(const CurveInput& input, TextFile& file) {
  const int axes = std::max(input.dimension(), 3);
  file.put("ply\nformat ascii 1.0\ncomment arete " ARETE_VERSION
           ", curve\ncomment units as in the cloud's file; the origin is added\ncomment origin");
  for (int k = 0; k < input.dimension(); ++k) file.put(' ', input.origin[size_t(k)]);
  file.put("\ncomment dimension ", input.dimension(), "\nelement vertex ", input.curve.nodes.size(), '\n');
  for (int k = 0; k < axes; ++k) file.put("property double ", kCoordinateNames[size_t(k)], '\n');
  file.put("element edge ", input.curve.edges.size(), "\nproperty int vertex1\nproperty int vertex2\nend_header\n");

  for (uint32_t node = 0; node < input.curve.nodes.size(); ++node)
    for (int k = 0; k < axes; ++k) file.put(input.written(node, k), k + 1 < axes ? ' ' : '\n');
  for (const Edge& edge : input.curve.edges) file.put(edge.a, ' ', edge.b, '\n');
}

}  // namespace arete
