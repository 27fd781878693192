// CSV of a curve: a row per point of each polyline, with the number of its node, which polylines that meet share. Chosen points without an edge
// come last, under the polyline_id −1. Where it is known how sure the curve is, each row has the spread of its node, the support of the edge to the
// next row, and the confidence of a junction; in space each has the radius of its node's body.
#include <optional>

#include "compute/core/coordinate_names.h"
#include "compute/io/write/curve_writers.h"

namespace arete {

void write::csvCurve(const CurveInput& input, TextFile& file) {
  file.put("polyline_id,closed,index");
  for (int k = 0; k < input.dimension(); ++k) file.put(',', kCoordinateNames[size_t(k)]);
  file.put(",node");
  for (const BodyColumn& column : kBodyColumns)
    if (!input.bodies.empty()) file.put(',', column.name);
  file.put(input.support() != nullptr ? ",spread,support,confidence\n" : "\n");

  const auto row = [&](int64_t polyline, bool closed, size_t index, uint32_t node, std::optional<uint32_t> edge = {}) {
    file.put(polyline, ',', int(closed), ',', index);
    for (int k = 0; k < input.dimension(); ++k) file.put(',', input.written(node, k));
    file.put(',', node);
    for (const BodyColumn& column : kBodyColumns)
      if (!input.bodies.empty()) file.put(',', input.bodies[node].*column.value);
    if (input.support() != nullptr) {
      file.put(',', input.support()->nodeSpread[node], ',');
      if (edge) file.put(input.support()->edgeSupport[*edge]);
      file.put(',');
      if (const double confidence = input.support()->confidenceOf(node); confidence >= 0) file.put(confidence);
    }
    file.put('\n');
  };
  for (size_t p = 0; p < input.curve.polylines.size(); ++p) {
    const Polyline& polyline = input.curve.polylines[p];
    for (size_t i = 0; i < polyline.nodes.size(); ++i) row(int64_t(p), polyline.closed, i, polyline.nodes[i], edgeAfter(input.curve, polyline, i));
  }
  size_t index = 0;
  for (uint32_t node : loosePoints(input.curve)) row(-1, false, index++, node);
}

}  // namespace arete
