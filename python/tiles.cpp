// The tree of tiles of a cloud.
#include "compute/tiles/contract.h"

#include "compute/core/cuda_support.h"
#include "compute/engine/run_job.h"
#include "python/arrays.h"
#include "python/cloud.h"
#include "python/errors.h"
#include "python/flags.h"
#include "python/subjects.h"
#include "python/working.h"

namespace arete::python {

namespace {

struct Tiles {
  TileTree tree;
  SharedCloud cloud;
};
using SharedTiles = std::shared_ptr<Tiles>;

static_assert(sizeof(TileNode) == 6 * sizeof(uint32_t), "nodes are rows of six numbers");

SharedTiles tiles(const SharedCloud& cloud, const Arguments& arguments, const py::object& progress) {
  return inBackground(progress, [&](Working& working) {
    Job job = jobFrom(arguments);
    suggestIfUnset(cloud->points(), job, working.stop(), working.reporting("finding R1"));
    const Version& version = job.version(Stage::tile);
    const int threads = int(job.params.get(kThreadsParam)), gpu = int(job.params.get(kGpuParam));
    const auto device = version.backend == Backend::cpu ? makeCpuDevice(threads) : makeCudaDevice(gpu == 0 ? standardGpu() : gpu - 1, threads);
    const StageContext context{*device, working.stop(), working.reporting("dividing into tiles")};
    const auto made = std::make_shared<Tiles>(Tiles{version.as<Stage::tile>()({cloud->points(), job.r1(), job.params}, context), cloud});
    made->tree.touching.all();  // what is still on a GPU comes now, while that is there
    made->tree.surroundings.all();
    made->tree.onDevice.reset();
    return made;
  });
}

/// The lower and the upper corner of each node in file coordinates, (nodes, 2, d).
py::array boundsOf(const SharedTiles& tiles) {
  const auto d = size_t(tiles->tree.dimension);
  std::vector<double> bounds = tiles->tree.bounds;
  for (size_t i = 0; i < bounds.size(); ++i) bounds[i] += tiles->cloud->points().origin()[i % d];
  return arrayOf(std::move(bounds), {py::ssize_t(tiles->tree.nodes.size()), 2, py::ssize_t(d)});
}

/// Where the list of each leaf starts, and all lists one after the other; None where there are none.
py::object listsOf(const IndexLists& lists, const SharedTiles& tiles) {
  if (lists.empty()) return py::none();
  const LargeVector<uint32_t>& all = lists.all();
  return py::make_tuple(viewOf(lists.starts.data(), {py::ssize_t(lists.starts.size())}, tiles), viewOf(all.data(), {py::ssize_t(all.size())}, tiles));
}

template <class Vector>
py::array viewOfAll(const Vector& values, const SharedTiles& tiles) {
  return viewOf(values.data(), {py::ssize_t(values.size())}, tiles);
}

}  // namespace

void addTiles(py::module_& module) {
  py::class_<Tiles, SharedTiles> type(module, "Tiles");
  type.def("nodes", [](const SharedTiles& tiles) {
    const std::vector<TileNode>& nodes = tiles->tree.nodes;
    return viewOf(nodes.empty() ? nullptr : &nodes.front().parent, {py::ssize_t(nodes.size()), 6}, tiles);
  });
  type.def("bounds", &boundsOf);
  type.def("order", [](const SharedTiles& tiles) { return viewOfAll(tiles->tree.points, tiles); });
  type.def("leaves", [](const SharedTiles& tiles) { return viewOfAll(tiles->tree.leaves, tiles); });
  type.def("levels", [](const SharedTiles& tiles) { return tiles->tree.levelCount(); });
  type.def("touching", [](const SharedTiles& tiles) { return listsOf(tiles->tree.touching, tiles); });
  type.def("surroundings", [](const SharedTiles& tiles) { return listsOf(tiles->tree.surroundings, tiles); });
  type.def("note", [](const SharedTiles& tiles) { return textOf(tiles->tree.note); });
  module.def("tiles", &tiles);
}

}  // namespace arete::python
