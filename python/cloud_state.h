// Columns of a cloud from arrays, and clouds for pickle.
#pragma once

#include <pybind11/numpy.h>

#include <string>
#include <utility>
#include <vector>

#include "python/cloud.h"

namespace arete::python {

/// Names, and arrays of a value for each point.
using NamedArrays = std::vector<std::pair<std::string, py::array>>;

/// Copies the values in their own types, which must be ones that attributes are held in. Throws Error(badInput) for others, and for arrays of another
/// length.
std::vector<Attribute> attributesFrom(const NamedArrays& columns, size_t points);

/// Clouds travel with all their points: what they were read from may be elsewhere.
void addCloudState(py::class_<Cloud, SharedCloud>& type);

}  // namespace arete::python
