// The module arete._arete: what the Python sources in arete/ are made of. Everything is described there.

#include "compute/core/coordinate_names.h"
#include "compute/core/cuda_support.h"
#include "compute/core/machine_memory.h"
#include "python/cloud.h"
#include "python/commands.h"
#include "python/detection.h"
#include "python/errors.h"
#include "python/flags.h"
#include "python/subjects.h"
#include "python/working.h"

namespace arete::python {

static py::list gpuList() {
  py::list list;
  for (const Gpu& gpu : gpus()) {
    py::dict row;
    row["name"] = textOf(gpu.name);
    row["multiprocessors"] = gpu.multiprocessors;
    row["memory_bytes"] = gpu.memory_bytes;
    list.append(row);
  }
  return list;
}

/// The numbers of the columns that are coordinates by their names, and whether these say degrees of longitude and latitude.
static py::tuple namedPlace(const py::list& given) {
  std::vector<std::string> names;
  for (const auto& name : given) names.push_back(py::cast<std::string>(name));
  const std::vector<NamedPlace> places = namedPlaces(names);
  py::list columns;
  if (places.empty()) return py::make_tuple(columns, false);
  for (const size_t column : places.front().columns) columns.append(column);
  return py::make_tuple(columns, namedDegrees(names[places.front().columns[0]], names[places.front().columns[1]]) == NamedDegrees::onEarth);
}

}  // namespace arete::python

PYBIND11_MODULE(_arete, module) {
  using namespace arete::python;
  arete::keepFreedBlocks();
  module.attr("version") = ARETE_VERSION;
  addErrors(module);
  addFlags(module);
  addGpuArrays(module);
  addClouds(module);
  addDetections(module);
  addCurves(module);
  addNeighbours(module);
  addExplaining(module);
  addWires(module);
  addTiles(module);
  addExperiments(module);
  addRaces(module);
  addPictures(module);
  addCommands(module);
  py::module_::import("atexit").attr("register")(py::cpp_function(&endAllWork));
  module.def("gpus", &gpuList);
  module.def("named_place", &namedPlace);
  module.def("cuda_unavailable", [] { return textOf(arete::cudaUnavailableReason()); });
}
