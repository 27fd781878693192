// One function per curve format, each in the file of its name.
#pragma once

#include <optional>

#include "compute/io/write_curve.h"

namespace arete::write {

void plyCurve(const CurveInput& input, TextFile& file);
void csvCurve(const CurveInput& input, TextFile& file);
void objCurve(const CurveInput& input, TextFile& file);
void dxfCurve(const CurveInput& input, TextFile& file);
void geojsonCurve(const CurveInput& input, TextFile& file);
void svgCurve(const CurveInput& input, TextFile& file);
void geopackageCurve(const CurveInput& input, TextFile& file);
void vtpCurve(const CurveInput& input, TextFile& file);
void graphmlCurve(const CurveInput& input, TextFile& file);
void swcCurve(const CurveInput& input, TextFile& file);

/// Throws Error(wrongUse) in a program without SQLite.
void checkGeopackage(const CurveOptions& options, std::string_view where);
/// Throws what CrsTransformation throws, where coordinates are to be turned into WGS 84.
void checkGeojson(const CurveOptions& options, std::string_view where);

/// Nodes that no edge touches, ascending.
std::vector<uint32_t> loosePoints(const Curve& curve);

/// Text between the tags of XML.
std::string xmlText(std::string_view text);

/// Number of the edge from the `place`-th node of a polyline to the next one; nothing after the last of an open one.
std::optional<uint32_t> edgeAfter(const Curve& curve, const Polyline& polyline, size_t place);

/// How sure a whole polyline is.
struct PolylineSupport {
  double mean = 0, least = 1;  ///< of its edges: by length, and the weakest one
  double spread = 0;           ///< of its nodes: the greatest
};
PolylineSupport supportOf(const CurveInput& input, const Polyline& polyline);

/// The columns that say how sure a polyline is, in every format that has columns for lines.
struct SupportColumn {
  const char* name;
  double PolylineSupport::*value;
};
inline constexpr SupportColumn kSupportColumns[] = {
    {"support", &PolylineSupport::mean}, {"support_least", &PolylineSupport::least}, {"spread_most", &PolylineSupport::spread}};

/// The columns that say how thick a body is around a node, in every format that has columns for nodes.
struct BodyColumn {
  const char* name;
  double NodeBody::*value;
};
inline constexpr BodyColumn kBodyColumns[] = {
    {"radius", &NodeBody::radius}, {"radius_error", &NodeBody::error}, {"radius_spread", &NodeBody::spread}, {"seen", &NodeBody::seen}};
/// The mean along a polyline; nodes have bodies.
double radiusOf(const CurveInput& input, const Polyline& polyline);

}  // namespace arete::write
