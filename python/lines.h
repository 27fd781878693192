// A curve as plain lines of coordinates, as Python holds it: from a file, from arrays, or of a detection.
#pragma once

#include <memory>
#include <string>

#include "compute/io/read_curve.h"

namespace arete::python {

struct Lines {
  CurveFile file;
  std::string name;  ///< for messages
};
using SharedLines = std::shared_ptr<Lines>;

}  // namespace arete::python
