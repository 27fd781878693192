// The exception arete.Error of Python: the four parts of arete::Error, and text that need not be UTF-8.
#pragma once

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>  // here, so that every source converts vectors in the same way

#include <string>
#include <string_view>
#include <vector>

namespace arete::python {

namespace py = pybind11;

/// From here on every arete::Error that reaches Python is an arete.Error, and Cancelled a KeyboardInterrupt.
void addErrors(py::module_& module);

/// Names of files need not be UTF-8: such bytes become what os.fsdecode makes of them.
py::str textOf(std::string_view text);
py::list textsOf(const std::vector<std::string>& texts);

}  // namespace arete::python
