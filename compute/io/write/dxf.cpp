// DXF of a curve: release 12, the oldest and smallest that every CAD program still reads. One POLYLINE with its VERTEX entities per
// polyline, on the layer CURVE; 3D polylines for three dimensions. Source: Autodesk, "DXF Reference" (group codes of R12).
#include <algorithm>
#include <limits>

#include "compute/io/write/curve_writers.h"

namespace arete {

namespace {

constexpr int kClosedPolyline = 1, kPolyline3d = 8, kVertex3d = 32;
constexpr std::string_view kLayer = "CURVE";

class DxfWriter {
 public:
  explicit DxfWriter(TextFile& file) : file_(file) {}

  template <class T>
  void group(int code, const T& value) {
    file_.put(code < 10 ? "  " : code < 100 ? " " : "", code, '\n');
    if constexpr (std::is_same_v<T, double>) real(value);
    else file_.put(value, '\n');
  }
  void point(double x, double y, double z) { group(10, x), group(20, y), group(30, z); }

 private:
  /// Strict readers want a point or an exponent in a real number.
  void real(double value) {
    withNumberText(value, [this](std::string_view text) {
      const bool integer = text.find_first_of(".e") == text.npos;
      file_.put(text, integer ? ".0\n" : "\n");
    });
  }
  TextFile& file_;
};

void header(const CurveInput& input, DxfWriter& dxf) {
  constexpr double kNothing = 0;
  double low[3], high[3];
  for (int k = 0; k < 3; ++k) {
    low[k] = std::numeric_limits<double>::infinity(), high[k] = -low[k];
    for (uint32_t node = 0; node < input.curve.nodes.size(); ++node) {
      low[k] = std::min(low[k], input.written(node, k));
      high[k] = std::max(high[k], input.written(node, k));
    }
    if (input.curve.nodes.empty()) low[k] = high[k] = kNothing;
  }
  dxf.group(999, "arete " ARETE_VERSION ", curve; units as in the cloud's file");
  dxf.group(0, "SECTION"), dxf.group(2, "HEADER");
  dxf.group(9, "$ACADVER"), dxf.group(1, "AC1009");
  dxf.group(9, "$EXTMIN"), dxf.point(low[0], low[1], low[2]);
  dxf.group(9, "$EXTMAX"), dxf.point(high[0], high[1], high[2]);
  dxf.group(0, "ENDSEC");
}

void tables(DxfWriter& dxf) {
  constexpr int kWhite = 7, kRed = 1, kOne = 1, kTwo = 2, kNoFlags = 0, kAlignment = 65;
  dxf.group(0, "SECTION"), dxf.group(2, "TABLES");
  dxf.group(0, "TABLE"), dxf.group(2, "LTYPE"), dxf.group(70, kOne);
  dxf.group(0, "LTYPE"), dxf.group(2, "CONTINUOUS"), dxf.group(70, kNoFlags), dxf.group(3, "Solid line");
  dxf.group(72, kAlignment), dxf.group(73, 0), dxf.group(40, 0.0);
  dxf.group(0, "ENDTAB");
  dxf.group(0, "TABLE"), dxf.group(2, "LAYER"), dxf.group(70, kTwo);
  for (const auto& [name, colour] : {std::pair(std::string_view("0"), kWhite), std::pair(kLayer, kRed)})
    dxf.group(0, "LAYER"), dxf.group(2, name), dxf.group(70, kNoFlags), dxf.group(62, colour), dxf.group(6, "CONTINUOUS");
  dxf.group(0, "ENDTAB");
  dxf.group(0, "ENDSEC");
}

}  // namespace

void write::dxfCurve(const CurveInput& input, TextFile& file) {
  constexpr int kEntitiesFollow = 1;
  const bool flat = input.dimension() < 3;
  DxfWriter dxf(file);
  header(input, dxf);
  tables(dxf);
  dxf.group(0, "SECTION"), dxf.group(2, "ENTITIES");
  for (const Polyline& polyline : input.curve.polylines) {
    dxf.group(0, "POLYLINE"), dxf.group(8, kLayer), dxf.group(66, kEntitiesFollow);
    dxf.point(0, 0, 0);  // the elevation of the polyline itself
    dxf.group(70, (polyline.closed ? kClosedPolyline : 0) | (flat ? 0 : kPolyline3d));
    for (uint32_t node : polyline.nodes) {
      dxf.group(0, "VERTEX"), dxf.group(8, kLayer);
      dxf.point(input.written(node, 0), input.written(node, 1), input.written(node, 2));
      if (!flat) dxf.group(70, kVertex3d);
    }
    dxf.group(0, "SEQEND"), dxf.group(8, kLayer);
  }
  dxf.group(0, "ENDSEC");
  dxf.group(0, "EOF");
}

}  // namespace arete
