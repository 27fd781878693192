// What the XML of an E57 file says of its scans: where their points are and how each number of a point is stored.
// Source: ASTM E2807-11, sections 8 and 9.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "compute/io/e57/pages.h"

namespace arete::e57 {

/// One number of every point of a scan, and how it is stored.
struct Field {
  enum class Kind { float32, float64, integer, text };
  std::string name;  ///< "cartesianX"
  Kind kind = Kind::float64;
  int bits = 64;        ///< of a stored number; 0: every point has the same
  int64_t minimum = 0;  ///< integers are stored without it
  double scale = 1, offset = 0;
};

/// Where the scanner stood: points are turned, then moved.
struct Pose {
  std::array<double, 4> rotation = {1, 0, 0, 0};  ///< quaternion w x y z
  std::array<double, 3> translation = {};
};

struct Scan {
  std::vector<Field> fields;  ///< in the order in which they are stored
  uint64_t count = 0;         ///< points
  uint64_t section = 0;       ///< logical place of the points
  Pose pose;
};

struct Scans {
  std::vector<Scan> scans;  ///< those with points
  std::string crs;          ///< well-known text; empty where the file names none
};

/// Refuses XML that is not sound, and scans that it does not describe well enough.
Scans readScans(Pages& pages, const Source& source);

}  // namespace arete::e57
