// The module arete._arete: what the Python sources in arete/ are made of. Everything is described there.

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
  addTiles(module);
  addExperiments(module);
  addRaces(module);
  addPictures(module);
  addCommands(module);
  py::module_::import("atexit").attr("register")(py::cpp_function(&endAllWork));
  module.def("gpus", &gpuList);
  module.def("cuda_unavailable", [] { return textOf(arete::cudaUnavailableReason()); });
}
