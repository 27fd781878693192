// What the other sources of the module give to it, each a subject.
#pragma once

#include <pybind11/pybind11.h>

namespace arete::python {

namespace py = pybind11;

void addGpuArrays(py::module_& module);
void addNeighbours(py::module_& module);
void addExplaining(py::module_& module);
void addWires(py::module_& module);
void addTiles(py::module_& module);
void addExperiments(py::module_& module);
void addRaces(py::module_& module);
void addPictures(py::module_& module);

}  // namespace arete::python
