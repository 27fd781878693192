// GeoJSON of a curve (RFC 7946): a Feature with a LineString per polyline, which names the nodes that it goes from and to. The RFC asks for WGS 84
// degrees; a cloud is in whatever system its file is in, and nothing in it says which. So coordinates stay as they are and a foreign member
// (section 6.1) says so.
#include <algorithm>
#include <cmath>

#include "compute/io/write/curve_writers.h"

namespace arete {

static double lengthOf(const CurveInput& input, const Polyline& polyline) {
  double length = 0;
  const size_t count = polyline.nodes.size(), segments = polyline.closed ? count : count - 1;
  for (size_t i = 0; i < segments; ++i) {
    double sum = 0;
    for (int k = 0; k < input.dimension(); ++k) {
      const double step = input.coordinate(polyline.nodes[(i + 1) % count], k) - input.coordinate(polyline.nodes[i], k);
      sum += step * step;
    }
    length += std::sqrt(sum);
  }
  return length;
}

void write::geojsonCurve(const CurveInput& input, TextFile& file) {
  constexpr int kMostPositions = 3;  // section 3.1.1: more than three are not to be used
  const int axes = std::clamp(input.dimension(), 2, kMostPositions);
  const auto position = [&](uint32_t node) {
    file.put('[');
    for (int k = 0; k < axes; ++k) file.put(k == 0 ? "" : ",", input.written(node, k));
    file.put(']');
  };
  file.put("{\"type\":\"FeatureCollection\",\n\"arete\":{\"version\":\"" ARETE_VERSION
           "\",\"coordinates\":\"in the coordinate system and units of the cloud's file, not necessarily WGS 84 degrees\"},\n\"features\":[");
  for (size_t p = 0; p < input.curve.polylines.size(); ++p) {
    const Polyline& polyline = input.curve.polylines[p];
    file.put(p == 0 ? "\n" : ",\n", "{\"type\":\"Feature\",\"id\":", p, ",\"properties\":{\"length\":", lengthOf(input, polyline),
             ",\"closed\":", polyline.closed ? "true" : "false", ",\"nodes\":", polyline.nodes.size(), ",\"from\":", polyline.nodes.front(),
             ",\"to\":", polyline.closed ? polyline.nodes.front() : polyline.nodes.back(),
             "},\"geometry\":{\"type\":\"LineString\",\"coordinates\":[");
    for (size_t i = 0; i < polyline.nodes.size(); ++i) {
      if (i > 0) file.put(',');
      position(polyline.nodes[i]);
    }
    if (polyline.closed) file.put(','), position(polyline.nodes.front());
    file.put("]}}");
  }
  file.put("\n]}\n");
}

}  // namespace arete
