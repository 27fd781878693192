// Curve files, sessions, and how close curves are to others.
#include <map>

#include "app/cli/detection.h"
#include "app/cli/measure.h"
#include "compute/core/error.h"
#include "compute/core/flag.h"
#include "compute/crs/about_crs.h"
#include "compute/engine/frame_bodies.h"
#include "compute/engine/step_frames.h"
#include "compute/files/atomic_file.h"
#include "compute/io/curve_page.h"
#include "compute/io/format_table.h"
#include "compute/io/report.h"
#include "compute/io/save_session.h"
#include "compute/io/write_curve.h"
#include "compute/io/write_points.h"
#include "compute/network/bootstrap/support_score.h"
#include "python/arrays.h"
#include "python/commands.h"
#include "python/detection.h"
#include "python/errors.h"
#include "python/flags.h"
#include "python/lines.h"
#include "python/packing.h"
#include "python/working.h"

namespace arete::python {

namespace {

using Texts = std::map<std::string, std::string>;

/// `wishes`: crs, swc_root, swc_loops and geojson_crs, as the flags of these names.
CurveOptions optionsFrom(const Texts& wishes, const Cloud& cloud) {
  CurveOptions options;
  options.crs = cloud.file.crs;
  for (const auto& [name, text] : wishes) {
    if (name == "crs") options.crs = crsFrom(text);
    else if (name == "swc_root") options.swcRoot = swcRootFrom(text);
    else if (name == "curve_step") options.step = numberFrom<double>(text).value_or(0);
    else if (name == "swc_loops") options.swcCutsLoops = swcCutsLoopsFrom(text);
    else if (text != "wgs84" && text != "keep")
      throw Error(ErrorKind::wrongUse, "cannot write the curve", name, "'" + text + "' is no choice", "give wgs84 or keep");
    else options.geojsonKeepsCrs = text == "keep";
  }
  return options;
}

py::list saveCurve(const SharedDetection& detection, const std::string& path, const std::string& format, const Texts& wishes,
                   const py::object& progress) {
  return textsOf(inBackground(progress, [&](Working& working) {
    const Frame& frame = *detection->frame;
    CurveOptions options = optionsFrom(wishes, *detection->cloud);
    curveFormat(path, format, options);
    options.bodies = bodySource(frame, working.stop());
    options.bodyColumns = hasBody(frame);
    return writeCurve(path, frame, format, working.stop(), options);
  }));
}

py::list saveReport(const SharedDetection& detection, const std::string& path) {
  const py::gil_scoped_release released;
  const std::vector<std::string> warnings = writeReport(path, *detection->frame, {}, detection->cloud->file.leftOut);
  const py::gil_scoped_acquire held;
  return textsOf(warnings);
}

/// All or nothing. Returns warnings.
py::list writeFile(const std::string& path, const py::bytes& content) {
  const std::string_view bytes = content;
  bool lasts = true;
  {
    const py::gil_scoped_release released;
    AtomicFile file(path);
    file.write(bytes);
    lasts = file.commit();
  }
  return lasts ? py::list() : textsOf({std::string(kNotDurable)});
}

/// `detection` may be null: a session that shows the cloud alone.
py::list saveSession(const SharedCloud& cloud, const SharedDetection& detection, const std::string& path, const py::object& progress) {
  return textsOf(inBackground(progress, [&](Working& working) {
    const SessionCloud source{cloud->file, cloud->files, cloud->read, cloud->filter};
    return arete::saveSession(path, source, detection ? detection->frame.get() : nullptr, working.stop());
  }));
}

SharedLines linesFromFile(const std::string& path) {
  const py::gil_scoped_release released;
  return std::make_shared<Lines>(Lines{readCurve(path), path});
}

SharedLines linesFromArrays(const std::vector<py::array>& arrays, const std::vector<bool>& closed, const std::string& name) {
  const auto lines = std::make_shared<Lines>();
  lines->name = name;
  Polylines& all = lines->file.polylines;
  for (size_t i = 0; i < arrays.size(); ++i) {
    const PointArray rows = copiedRows(arrays[i], name).rows.withScalar(Scalar::float64);
    if (i > 0 && rows.dimension() != all.dimension)
      throw Error(ErrorKind::badInput, "not a curve", name, "its lines have different numbers of coordinates");
    all.dimension = rows.dimension();
    all.lines.emplace_back(rows.elements<double>().begin(), rows.elements<double>().end());
    all.closed.push_back(closed[i]);
  }
  return lines;
}

SharedLines linesOfDetection(const SharedDetection& detection) {
  const auto lines = std::make_shared<Lines>();
  lines->name = "detection";
  lines->file.polylines = polylinesOf(cli::curveToWrite(*detection->frame), detection->frame->cloud.origin());
  lines->file.crs = detection->cloud->file.crs;
  return lines;
}

SharedLines truthOf(const SharedCloud& cloud) {
  return cloud->truth.empty() ? nullptr : std::make_shared<Lines>(Lines{{cloud->truth, {}, {}}, "truth"});
}

py::list arraysOf(const SharedLines& lines) {
  py::list list;
  const Polylines& all = lines->file.polylines;
  for (size_t i = 0; i < all.size(); ++i) list.append(viewOf(all.lines[i].data(), {py::ssize_t(all.vertexCount(i)), all.dimension}, lines));
  return list;
}

py::bytes packedLines(const SharedLines& lines) {
  Packer all;
  all(lines->file.polylines, lines->file.warnings, lines->file.crs.definition, lines->name);
  return all.bytes();
}

SharedLines unpackedLines(const py::bytes& state) {
  const auto bytes = state.cast<std::string>();
  Unpacker all(bytes);
  const auto lines = std::make_shared<Lines>();
  all(lines->file.polylines, lines->file.warnings, lines->file.crs.definition, lines->name);
  all.ends();
  return lines;
}

void put(py::dict& values, std::span<const QualityRow> rows) {
  for (const QualityRow& row : rows) values[textOf(row.id)] = row.value;
}

struct Measured {
  std::vector<QualityRow> rows;
  std::vector<ToleranceScore> scores;
  std::string said;
};

/// `detection`: what `lines` are of, where that is known: networks that know how sure they are are measured by that too.
Measured measure(const Lines& curve, const Lines& reference, const SharedDetection& detection, const QualityOptions& options, Working& working) {
  CurveFile own = curve.file, truth = reference.file;
  Measured measured;
  {
    const CapturedOutput captured;
    cli::bringTogether(curve.name, own, reference.name, truth);
    measured.said = captured.errors();
  }
  const auto device = makeCpuDevice();
  const StageContext context{*device, working.stop(), working.reporting("measuring")};
  const Quality found = quality(own.polylines, truth.polylines, options, context);
  measured.rows = qualityRows(found);
  measured.scores = found.scores;
  if (!detection || !detection->frame->support || truth.polylines.empty()) return measured;
  const Frame& frame = *detection->frame;
  const auto score = supportScore(frame.curve, *frame.support, frame.cloud.origin(), truth.polylines, found.score.tolerance, context);
  for (const QualityRow& row : qualityRows(score)) measured.rows.push_back(row);
  return measured;
}

py::tuple qualityOf(const SharedLines& curve, const SharedLines& reference, const SharedDetection& detection, const Arguments& arguments,
                    const py::object& progress) {
  cli::CommandApp app("quality", "");
  cli::PathsFlag paths;
  cli::ParamFlags params;
  paths.add(app, "Measures");
  params.add(app, qualityParameters(), "Measures", "quality-");
  parse(app, arguments);
  const QualityOptions options = paths.options(params);
  const Measured measured = inBackground(progress, [&](Working& working) { return measure(*curve, *reference, detection, options, working); });
  py::dict values;
  put(values, measured.rows);
  py::list scores;
  for (const ToleranceScore& score : measured.scores) scores.append(py::make_tuple(score.tolerance, score.precision, score.recall, score.fScore));
  values["scores"] = scores;
  return py::make_tuple(values, textOf(measured.said));
}

/// `detection` may be none: the cloud alone.
py::bytes pageOf(const SharedCloud& cloud, const SharedDetection& detection, uint32_t mostPoints, bool withSteps, const py::object& progress) {
  return inBackground(progress, [&](Working& working) {
    StepFrames frames;
    if (detection) frames = withSteps ? stepFrames(detection->frame, kMostPageSteps, working.stop()) : StepFrames{detection->frame};
    return curvePage(cloud->points(), frames, mostPoints);
  });
}

template <class Format>
py::list formatList(std::span<const Format> formats) {
  py::list list;
  for (const Format& format : formats) {
    py::dict row;
    row["id"] = textOf(format.id);
    row["extension"] = textOf(format.extension);
    row["help"] = textOf(format.help);
    list.append(row);
  }
  return list;
}

}  // namespace

void addCurves(py::module_& module) {
  py::class_<Lines, SharedLines> type(module, "Lines");
  travels(type, &packedLines, &unpackedLines);
  type.def("arrays", &arraysOf);
  type.def("closed", [](const SharedLines& lines) { return std::vector<bool>(lines->file.polylines.closed); });
  type.def("warnings", [](const SharedLines& lines) { return textsOf(lines->file.warnings); });
  module.def("lines_from_file", &linesFromFile);
  module.def("lines_from_arrays", &linesFromArrays);
  module.def("lines_of", &linesOfDetection);
  module.def("truth_of", &truthOf);
  module.def("quality", &qualityOf);
  module.def("save_curve", &saveCurve);
  module.def("page", &pageOf);
  module.def("save_report", &saveReport);
  module.def("save_session", &saveSession);
  module.def("write_file", &writeFile);
  module.def("curve_formats", [] { return formatList(curveFormats()); });
  module.def("point_formats", [] { return formatList(pointFormats()); });
  module.def("curve_readers", [] { return formatList(curveReaders()); });
}

}  // namespace arete::python
