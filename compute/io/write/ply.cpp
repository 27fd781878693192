// PLY of a curve: every chosen point a vertex, every edge an edge. Text, so that it can be read and compared by eye. Programs that
// read PLY insist on x, y and z: a flat curve gets zeros, and a comment that says how many coordinates mean something. Where it is known how sure
// the curve is, vertices have a spread and a confidence (-1 where they are no junctions), edges a support and a spread. In space vertices have the
// radius of their body.
#include <algorithm>

#include "compute/core/coordinate_names.h"
#include "compute/io/write/curve_writers.h"

namespace arete {

void write::plyCurve(const CurveInput& input, TextFile& file) {
  const int axes = std::max(input.dimension(), 3);
  file.put("ply\nformat ascii 1.0\ncomment arete " ARETE_VERSION
           ", curve\ncomment units as in the cloud's file; the origin is added\ncomment origin");
  for (int k = 0; k < input.dimension(); ++k) file.put(' ', input.origin[size_t(k)]);
  file.put("\ncomment dimension ", input.dimension(), "\nelement vertex ", input.curve.nodes.size(), '\n');
  for (int k = 0; k < axes; ++k) file.put("property double ", kCoordinateNames[size_t(k)], '\n');
  const NetworkSupport* const support = input.support();
  for (const BodyColumn& column : kBodyColumns)
    if (!input.bodies.empty()) file.put("property double ", column.name, '\n');
  if (support != nullptr) file.put("property double spread\nproperty double confidence\n");
  file.put("element edge ", input.curve.edges.size(), "\nproperty int vertex1\nproperty int vertex2\n");
  if (support != nullptr) file.put("property double support\nproperty double spread\n");
  file.put("end_header\n");

  for (uint32_t node = 0; node < input.curve.nodes.size(); ++node) {
    for (int k = 0; k < axes; ++k) file.put(k == 0 ? "" : " ", input.written(node, k));
    for (const BodyColumn& column : kBodyColumns)
      if (!input.bodies.empty()) file.put(' ', input.bodies[node].*column.value);
    if (support != nullptr) file.put(' ', support->nodeSpread[node], ' ', support->confidenceOf(node));
    file.put('\n');
  }
  for (size_t e = 0; e < input.curve.edges.size(); ++e) {
    file.put(input.curve.edges[e].a, ' ', input.curve.edges[e].b);
    if (support != nullptr) file.put(' ', support->edgeSupport[e], ' ', support->edgeSpread[e]);
    file.put('\n');
  }
}

}  // namespace arete
