// How thick a curve is: radii of nodes, tables of branches and of connected pieces, as columns.
#include <nlohmann/json.hpp>

#include "compute/core/error.h"
#include "compute/engine/edited_frame.h"
#include "compute/engine/frame_bodies.h"
#include "compute/io/edit_json.h"
#include "compute/measures/bodies/branch_columns.h"
#include "python/arrays.h"
#include "python/detection.h"
#include "python/errors.h"
#include "python/working.h"

namespace arete::python {

namespace {

struct FoundBodies {
  std::vector<NodeBody> nodes;
  BranchTable table;
};

py::dict bodyColumns(const std::vector<NodeBody>& nodes) {
  py::dict columns;
  const auto add = [&](const char* name, double NodeBody::*value) {
    std::vector<double> values;
    for (const NodeBody& body : nodes) values.push_back(body.*value);
    columns[name] = arrayOf(std::move(values));
  };
  add("radius", &NodeBody::radius), add("radius_error", &NodeBody::error), add("radius_spread", &NodeBody::spread);
  add("seen", &NodeBody::seen), add("offset", &NodeBody::offset);
  return columns;
}

template <class Row>
py::dict bodyColumns(std::span<const BodyTableColumn<Row>> columns, const std::vector<Row>& rows) {
  py::dict made;
  for (const auto& column : columns) {
    std::vector<double> values;
    for (const Row& row : rows) values.push_back(column.value(row));
    const py::object array = arrayOf(std::move(values));
    made[textOf(column.name)] = column.isNumber ? py::object(array.attr("astype")("int64")) : array;
  }
  return made;
}

/// Begins a component at this node instead of its own root; -1 for none.
BranchTable tableFrom(const FrameBodies& made, int64_t root) {
  std::vector<uint32_t> roots = bodyRoots(made.edges, made.bodies);
  for (const CurveEdge& edge : made.edges.edges)
    if (root == edge.a || root == edge.b) roots[made.edges.paths[edge.path].component] = uint32_t(root);
  return branchesOf(made.edges, made.bodies, roots);
}

py::tuple bodies(const SharedDetection& detection, int64_t root, const py::object& progress) {
  const FoundBodies found = inBackground(progress, [&](Working& working) {
    const Frame& frame = *detection->frame;
    const auto device = makeDevice(frame.job.onCpu());
    FrameBodies made = bodiesOf(frame, {*device, working.stop(), working.reporting("measuring the body")});
    BranchTable table = tableFrom(made, root);
    return FoundBodies{std::move(made.bodies.nodes), std::move(table)};
  });
  const auto& [branches, components] = found.table;
  return py::make_tuple(bodyColumns(found.nodes), bodyColumns(branchColumns(), branches), bodyColumns(totalsColumns(), components));
}

/// Edits made on what was found, behind those that it has: `json` as the list in a file of edits. Returns it with a sentence for each edit that was
/// not made.
py::tuple edited(const SharedDetection& detection, const std::string& json, const py::object& progress) {
  std::vector<std::string> said;
  const auto made = inBackground(progress, [&](Working& working) {
    const std::shared_ptr<const Frame>& before = detection->frame->edited ? detection->before : detection->frame;
    if (!before)
      throw Error(ErrorKind::wrongUse, "cannot edit the curve", "edited()", "it was edited, and then pickled", "make all edits before that");
    std::vector<std::string> unknown;
    EditList edits = before == detection->frame ? EditList() : detection->frame->job.edits;
    const EditList more = editsFromJson(nlohmann::ordered_json::parse(json), unknown);
    for (const Edit& edit : more.all()) edits = edits.with(edit);
    const auto frame = editedFrame(before, edits, working.stop());
    if (frame->edited)
      for (const EditStatus& status : frame->edited->statuses)
        if (!status.applied) said.push_back("an edit is not made: " + status.text);
    return std::make_shared<Detection>(Detection{frame, detection->cloud, before});
  });
  return py::make_tuple(made, textsOf(said));
}

}  // namespace

void addBodies(py::class_<Detection, SharedDetection>& type) { type.def("bodies", &bodies).def("edited", &edited); }

}  // namespace arete::python
