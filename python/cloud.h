// A cloud as Python holds it: points with what is known of where they are from, so that a session can name their files.
#pragma once

#include <pybind11/pybind11.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "compute/core/polylines.h"
#include "compute/filter/filter.h"
#include "compute/io/read_cloud.h"

namespace arete::python {

namespace py = pybind11;

struct Cloud {
  CloudFile file;                            ///< after the filter
  std::vector<std::filesystem::path> files;  ///< where it was read from; empty for arrays
  ReadOptions read;                          ///< how
  Filter filter;                             ///< which points of the files are kept
  Polylines truth;                           ///< of a generated cloud the true curve

  const PointCloud& points() const { return file.cloud; }
};

using SharedCloud = std::shared_ptr<Cloud>;

void addClouds(py::module_& module);

}  // namespace arete::python
