// The module arete._arete: what the Python sources in arete/ are made of. Everything is described there.
#include <malloc.h>

#include <cstdlib>

#include "compute/core/cuda_support.h"
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

/// The C library raises both limits to these values by itself as soon as a block of 32 MB has been freed. Set at once, the blocks of a detection (4
/// to 12 MB at a million points) are reused by the next one instead of being returned to the system and coming back as page faults. What the user has
/// set in the environment stays.
static void keepFreedBlocks() {
#if defined(__GLIBC__)
  constexpr int kLargestBlock_bytes = 32 << 20, kKept_bytes = 2 * kLargestBlock_bytes;
  if (std::getenv("MALLOC_MMAP_THRESHOLD_") == nullptr) mallopt(M_MMAP_THRESHOLD, kLargestBlock_bytes);
  if (std::getenv("MALLOC_TRIM_THRESHOLD_") == nullptr) mallopt(M_TRIM_THRESHOLD, kKept_bytes);
#endif
}

}  // namespace arete::python

PYBIND11_MODULE(_arete, module) {
  using namespace arete::python;
  keepFreedBlocks();
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
