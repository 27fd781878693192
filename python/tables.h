// Tables of results, as experiments and races give them.
#pragma once

#include <pybind11/pybind11.h>

#include "compute/experiments/experiment.h"

namespace arete::python {

namespace py = pybind11;

/// Columns by name, each a list of numbers, texts and None.
py::dict columnsOf(const ResultTable& table);
/// Their units by the same names.
py::dict unitsOf(const ResultTable& table);

}  // namespace arete::python
