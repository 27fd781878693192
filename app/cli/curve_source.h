// A curve that a command measures a cloud against: of a file in any format that is read, or the result of a session's detection.
#pragma once

#include <stop_token>
#include <string>

#include "compute/io/read_cloud.h"
#include "compute/measures/projection/curve_edges.h"

namespace arete::cli {

struct CurveSource {
  CurveEdges edges;  ///< in the cloud's local coordinates
  double r1 = 0;     ///< of the session's job; 0: a file does not say it
};

/// A file's curve comes into the cloud's coordinate system where both are known. A session (.arete) is run to its end on its own cloud. Progress and
/// warnings go to standard error. Throws Error, also where there is no line or the dimensions differ, and Cancelled.
CurveSource readCurveFor(const CloudFile& cloud, const std::string& path, std::stop_token stop);
/// "a.csv, b.geojson …, or a session".
std::string readableCurves();

}  // namespace arete::cli
