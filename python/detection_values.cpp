// What is known of a detection, as arrays that look at the frame's own memory where that is possible.

#include <algorithm>
#include <cstring>

#include "compute/io/report.h"
#include "python/arrays.h"
#include "python/detection.h"
#include "python/errors.h"

namespace arete::python {

namespace {

static_assert(sizeof(Edge) == 2 * sizeof(uint32_t), "edges are rows of two indices");

const Frame& frameOf(const SharedDetection& detection) { return *detection->frame; }

py::array points(const SharedDetection& detection) {
  return fileCoordinates(frameOf(detection).chosen, frameOf(detection).cloud.origin(), detection->frame);
}

py::array previous(const SharedDetection& detection) {
  return fileCoordinates(frameOf(detection).previous, frameOf(detection).cloud.origin(), detection->frame);
}

py::array removed(const SharedDetection& detection) {
  return fileCoordinates(frameOf(detection).removed, frameOf(detection).cloud.origin(), detection->frame);
}

/// For each chosen point, whether the step moved it.
py::array moved(const SharedDetection& detection) {
  const Frame& frame = frameOf(detection);
  const auto d = size_t(frame.chosen.dimension());
  py::array_t<bool> answer(py::ssize_t(frame.chosen.size()));
  bool* const out = answer.mutable_data();
  withScalarType(frame.chosen.scalar(), [&]<class T>() {
    const T* const now = frame.chosen.elements<T>().data();
    const T* const before = frame.previous.elements<T>().data();
    for (size_t i = 0; i < frame.chosen.size(); ++i) out[i] = std::memcmp(now + i * d, before + i * d, d * sizeof(T)) != 0;
  });
  return answer;
}

py::array edges(const SharedDetection& detection) {
  const std::vector<Edge>& found = frameOf(detection).curve.edges;
  return viewOf(found.empty() ? nullptr : &found.front().a, {py::ssize_t(found.size()), 2}, detection->frame);
}

py::list chains(const SharedDetection& detection) {
  py::list list;
  for (const Polyline& line : frameOf(detection).curve.polylines)
    list.append(viewOf(line.nodes.data(), {py::ssize_t(line.nodes.size())}, detection->frame));
  return list;
}

py::list closed(const SharedDetection& detection) {
  py::list list;
  for (const Polyline& line : frameOf(detection).curve.polylines) list.append(line.closed);
  return list;
}

py::dict curve(const SharedDetection& detection) {
  const Curve& found = frameOf(detection).curve;
  py::dict counts;
  counts["length"] = found.length;
  counts["components"] = found.components;
  counts["loops"] = found.loops;
  counts["junctions"] = found.junctions;
  counts["ends"] = found.ends;
  return counts;
}

py::dict columns(const SharedDetection& detection) {
  py::dict values;
  for (const PointColumn& column : frameOf(detection).columns)
    values[textOf(column.name)] =
        std::visit([&](const auto& each) { return viewOf(each.data(), {py::ssize_t(each.size())}, detection->frame); }, *column.values);
  return values;
}

py::dict timesOf(const Frame& frame, const StageTimes& times) {
  py::dict rows;
  for (const TimeRow& row : timeRows(frame.plan)) rows[textOf(row.id)] = times[row.what];
  rows["total"] = times.total();
  return rows;
}

py::dict record(const SharedDetection& detection) {
  const Frame& frame = frameOf(detection);
  const StepRecord& step = frame.record();
  py::dict row;
  row["step"] = frame.step;
  row["stage"] = textOf(name(step.stage));
  row["round"] = step.round;
  row["in_round"] = step.inRound;
  row["chosen"] = step.chosen;
  row["moved"] = step.moved;
  row["removed"] = step.removed;
  row["looked_at"] = step.lookedAt;
  row["milliseconds"] = step.milliseconds;
  row["smoothing"] = step.smoothing;
  return row;
}

template <class T>
py::array vectorOf(const std::vector<T>& values, const SharedDetection& detection) {
  return viewOf(values.data(), {py::ssize_t(values.size())}, detection->frame);
}

/// None where it is not known how sure the network is.
py::object support(const SharedDetection& detection) {
  const NetworkSupport* const found = frameOf(detection).support.get();
  if (found == nullptr) return py::none();
  py::dict values;
  values["resamples"] = found->resamples;
  values["node_spread"] = vectorOf(found->nodeSpread, detection);
  values["edge_spread"] = vectorOf(found->edgeSpread, detection);
  values["edge_support"] = vectorOf(found->edgeSupport, detection);
  values["junctions"] = vectorOf(found->junctions, detection);
  values["confidence"] = vectorOf(found->confidence, detection);
  values["consensus_share"] = found->consensusShare;
  values["consensus"] = found->consensus.empty() ? py::object(py::none()) : py::object(vectorOf(found->consensus, detection).attr("astype")("bool"));
  return values;
}

/// None where the exact answer was not asked for.
py::object difference(const SharedDetection& detection) {
  const Frame& frame = frameOf(detection);
  if (!frame.exact) return py::none();
  py::dict values;
  values["identical"] = frame.difference.identical;
  values["missing"] = vectorOf(frame.difference.missing, detection);
  values["extra"] = vectorOf(frame.difference.extra, detection);
  values["radius"] = frame.difference.radius;
  values["hausdorff"] = frame.difference.hausdorff;
  return values;
}

SharedDetection exact(const SharedDetection& detection) {
  if (!detection->frame->exact) return nullptr;
  return std::make_shared<Detection>(Detection{detection->frame->exact, detection->cloud});
}

}  // namespace

void addDetectionValues(py::class_<Detection, SharedDetection>& type) {
  type.def("points", &points).def("previous", &previous).def("removed", &removed).def("moved", &moved);
  type.def("edges", &edges).def("chains", &chains).def("closed", &closed).def("curve", &curve).def("columns", &columns);
  type.def("record", &record).def("support", &support).def("difference", &difference).def("exact", &exact);
  type.def("curve_known", [](const SharedDetection& detection) { return frameOf(detection).curveKnown; });
  type.def("origins", [](const SharedDetection& detection) { return vectorOf(frameOf(detection).chosenOrigin, detection); });
  type.def("assignment", [](const SharedDetection& detection) { return vectorOf(frameOf(detection).assignment, detection); });
  type.def("doubt", [](const SharedDetection& detection) { return textOf(frameOf(detection).doubt); });
  type.def("hash", [](const SharedDetection& detection) { return textOf(frameOf(detection).hash); });
  type.def("device", [](const SharedDetection& detection) { return textOf(frameOf(detection).device); });
  type.def("finished", [](const SharedDetection& detection) { return frameOf(detection).finished; });
  type.def("converged", [](const SharedDetection& detection) { return frameOf(detection).converged; });
  type.def("is_exact", [](const SharedDetection& detection) { return frameOf(detection).job.exact(); });
  type.def("is_network", [](const SharedDetection& detection) { return frameOf(detection).job.curveKind() == CurveKind::network; });
  type.def("r1", [](const SharedDetection& detection) { return frameOf(detection).job.r1(); });
  type.def("r2", [](const SharedDetection& detection) { return frameOf(detection).job.r2(); });
  type.def("times", [](const SharedDetection& detection) { return timesOf(frameOf(detection), frameOf(detection).times); });
  type.def("device_times", [](const SharedDetection& detection) { return timesOf(frameOf(detection), frameOf(detection).deviceTimes); });
  type.def("report", [](const SharedDetection& detection) { return textOf(reportJson(frameOf(detection), {}, detection->cloud->file.leftOut)); });
  type.def("cloud", [](const SharedDetection& detection) { return detection->cloud; });
}

}  // namespace arete::python
