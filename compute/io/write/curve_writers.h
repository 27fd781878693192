// One function per curve format, each in the file of its name.
#pragma once

#include "compute/io/write_curve.h"

namespace arete::write {

void plyCurve(const CurveInput& input, TextFile& file);
void csvCurve(const CurveInput& input, TextFile& file);
void objCurve(const CurveInput& input, TextFile& file);
void dxfCurve(const CurveInput& input, TextFile& file);
void geojsonCurve(const CurveInput& input, TextFile& file);
void svgCurve(const CurveInput& input, TextFile& file);

/// Nodes that no edge touches, ascending.
std::vector<uint32_t> loosePoints(const Curve& curve);

}  // namespace arete::write
