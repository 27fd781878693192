// Wavefront OBJ of a curve: v for every chosen point, l for every polyline, indices from 1. A closed one ends with its first index.
// OBJ has three coordinates: a comment says how many of them are meaningful.
#include <algorithm>

#include "compute/io/write/curve_writers.h"

namespace arete {

void write::objCurve(const CurveInput& input, TextFile& file) {
  constexpr int kAxes = 3;
  file.put("# arete " ARETE_VERSION ", curve\n# dimension ", std::min(input.dimension(), kAxes), '\n');
  for (uint32_t node = 0; node < input.curve.nodes.size(); ++node)
    file.put("v ", input.written(node, 0), ' ', input.written(node, 1), ' ', input.written(node, 2), '\n');
  for (const Polyline& polyline : input.curve.polylines) {
    file.put('l');
    for (uint32_t node : polyline.nodes) file.put(' ', uint64_t(node) + 1);
    if (polyline.closed) file.put(' ', uint64_t(polyline.nodes.front()) + 1);
    file.put('\n');
  }
}

}  // namespace arete
