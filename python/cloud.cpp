#include "python/cloud.h"

#include <algorithm>
#include <memory>

#include "app/cli/param_flags.h"
#include "compute/core/error.h"
#include "compute/core/fixed_scale.h"
#include "compute/core/gpu_points.h"
#include "compute/crs/about_crs.h"
#include "compute/engine/run_job.h"
#include "compute/generate/generate.h"
#include "compute/io/cloud_to_crs.h"
#include "compute/io/file_heads.h"
#include "compute/io/odd_points.h"
#include "compute/io/read_clouds.h"
#include "compute/io/write_points.h"
#include "python/arrays.h"
#include "python/cloud_state.h"
#include "python/errors.h"
#include "python/flags.h"
#include "python/gpu_arrays.h"
#include "python/working.h"

namespace arete::python {

namespace {

std::vector<std::filesystem::path> pathsOf(const std::vector<std::string>& files) { return {files.begin(), files.end()}; }

SharedCloud read(const std::vector<std::string>& files, const Arguments& arguments, bool asInFile, const py::object& progress) {
  return inBackground(progress, [&](Working& working) {
    Reading reading = readingFrom(arguments, files.empty() ? "" : files.front());
    if (asInFile) reading.options.asInFile = true, reading.options.scalar = Scalar::float64;
    const auto cloud = std::make_shared<Cloud>(Cloud{{}, pathsOf(files), reading.options, reading.filter, {}});
    cloud->file = readFiltered(cloud->files, cloud->filter, cloud->read, working.stop(), [&](const ReadProgress& done) {
      working.report(done.bytesTotal == 0 ? 0 : double(done.bytesDone) / double(done.bytesTotal), "reading");
    });
    tellOddPoints(cloud->filter.empty(), cloud->file);
    leaveOut(cloud->file.leftOut, cloud->files);
    if (cloud->points().empty())
      throw Error(ErrorKind::badInput, "no points", nameOf(cloud->files), "the file holds no point with finite coordinates");
    return SharedCloud(cloud);
  });
}

/// Points in memory as a cloud. What the filter leaves out is not kept, as there is no file to find it in again.
SharedCloud inMemory(PointCloud points, const Reading& reading, const std::stop_token& stop) {
  const auto cloud = std::make_shared<Cloud>();
  cloud->file.pointsInFile = points.size();
  cloud->file.cloud = std::move(points);
  cloud->file.format = "array";
  if (reading.options.crs && reading.options.crs->known()) {
    cloud->file.crs = *reading.options.crs;
    cloud->file.crsText = aboutCrs(cloud->file.crs).textWithHeights();
  }
  applyFilter(reading.filter, cloud->file, stop);
  return cloud;
}

/// An array as a cloud. `arguments`: the flags of reading that a cloud in memory can follow, and those of filters.
SharedCloud fromArray(const py::array& array, const NamedArrays& columns, const Arguments& arguments, const py::object& progress) {
  constexpr uint64_t kQuick = 8'000'000;  // coordinates: some milliseconds, for which no thread is started
  SurveyedRows rows = copiedRows(array, "points");
  std::vector<Attribute> attributes = attributesFrom(columns, rows.rows.size());
  const bool isQuick = uint64_t(rows.rows.size()) * uint64_t(rows.rows.dimension()) <= kQuick;
  const auto make = [&](const std::stop_token& stop) {
    const Reading reading = readingFrom(arguments);
    return inMemory(cloudOf(std::move(rows), reading.options.scalar, std::move(attributes)), reading, stop);
  };
  if (!isQuick) return inBackground(progress, [&](Working& working) { return make(working.stop()); });
  const py::gil_scoped_release released;
  return make({});
}

/// The same of an array on a GPU, which stays there.
SharedCloud fromGpu(const GivenArray& given, const Arguments& arguments, const py::object& progress) {
  const Reading reading = readingFrom(arguments);
  TakenRows rows = taken(given, {.asGiven = false, .wanted = reading.options.scalar}, "points");
  return inBackground(progress, [&](Working& working) {
    if (rows.cloud) return inMemory(*rows.cloud, reading, working.stop());
    return inMemory(cloudOf(surveyed(std::move(rows.rows)), reading.options.scalar), reading, working.stop());
  });
}

/// Where a cloud's coordinates are; null on the host.
std::shared_ptr<const GpuPoints> lyingOf(const SharedCloud& cloud) { return gpuPointsOf(*cloud->points().sharedPoints()); }

SharedCloud generated(const std::string& id, bool isDouble, const Arguments& arguments, const py::object& progress) {
  const ShapeInfo& shape = findShape(id);
  CLI::App app;
  cli::ParamFlags params;
  params.add(app, generateParameters(), "");
  params.add(app, shape.parameters, "");
  parse(app, arguments);
  ParamValues values;
  params.apply(values);
  GenerateOptions options = generateOptions(values);
  options.scalar = isDouble ? Scalar::float64 : Scalar::float32;
  return inBackground(progress, [&](Working& working) {
    const auto device = makeCpuDevice();
    const auto cloud = std::make_shared<Cloud>();
    cloud->file.cloud = generate(shape, options, device->threads(), working.stop());
    cloud->file.pointsInFile = cloud->points().size();
    cloud->file.format = "generated";
    cloud->truth = trueCurve(shape, options);
    return SharedCloud(cloud);
  });
}

py::dict attributesOf(const SharedCloud& cloud) {
  py::dict columns;
  for (const Attribute& attribute : cloud->points().attributes())
    columns[textOf(attribute.name)] = attribute.values.visit([&](auto values) { return viewOf(values.data(), {py::ssize_t(values.size())}, cloud); });
  return columns;
}

py::list shapeList() {
  py::list list;
  for (const ShapeInfo& shape : shapes()) {
    py::dict row;
    row["id"] = textOf(shape.id);
    row["help"] = textOf(shape.help);
    row["dimensions"] = py::make_tuple(shape.minDimension, shape.maxDimension);
    list.append(row);
  }
  return list;
}

std::vector<double> originOf(const SharedCloud& cloud) {
  const PointCloud& points = cloud->points();
  return {points.origin().begin(), points.origin().begin() + points.dimension()};
}

py::list savePoints(const SharedCloud& cloud, const std::string& path, const std::string& format, const py::object& progress) {
  const PointCloud& points = cloud->points();
  return textsOf(inBackground(progress, [&](Working& working) {
    return writePoints(path,
                       {.points = points.points(),
                        .origin = points.origin(),
                        .attributes = points.attributes(),
                        .grid = cloud->files.empty() ? std::nullopt : lasGridOf(cloud->files.front()),
                        .crs = cloud->file.crs,
                        .stop = working.stop(),
                        .progress = working.reporting("writing")},
                       format);
  }));
}

/// The same cloud elsewhere, as CloudTarget says. It is of no file, whose grid would no longer suit it.
SharedCloud broughtTo(const SharedCloud& cloud, const std::string& target) {
  const auto moved = std::make_shared<Cloud>(*cloud);
  moved->file.warnings.clear();
  moved->files.clear();
  const std::filesystem::path path = cloud->files.empty() ? std::filesystem::path() : cloud->files.front();
  return inBackground(py::none(), [&](Working&) {
    bringTo(cloudTargetFrom(target), path, moved->file);
    return SharedCloud(moved);
  });
}

py::tuple suggestion(const SharedCloud& cloud, const Arguments& arguments, const py::object& progress) {
  const Job job = jobFrom(arguments);
  const RadiusSuggestion found = inBackground(progress, [&](Working& working) {
    const auto device = makeDevice(job);
    const RadiusSuggestion suggested = suggestR1(cloud->points(), job, {*device, working.stop(), working.reporting("finding R1")});
    checkResolution(cloud->points(), suggested.r1);
    return suggested;
  });
  return py::make_tuple(found.r1, textOf(found.reason));
}

}  // namespace

void addClouds(py::module_& module) {
  py::class_<Cloud, SharedCloud> type(module, "Cloud");
  addCloudState(type);
  type.def("size", [](const SharedCloud& cloud) { return cloud->points().size(); });
  type.def("dimension", [](const SharedCloud& cloud) { return cloud->points().dimension(); });
  type.def("points", [](const SharedCloud& cloud) { return fileCoordinates(cloud->points().points(), cloud->points().origin(), cloud); });
  type.def("gpu", [](const SharedCloud& cloud) {
    const auto lying = lyingOf(cloud);
    return lying ? py::object(py::int_(lying->gpu())) : py::object(py::none());
  });
  type.def("bytes_to_host", [](const SharedCloud& cloud) {
    const auto lying = lyingOf(cloud);
    return lying ? lying->broughtBytes() : uint64_t(0);
  });
  type.def("is_double", [](const SharedCloud& cloud) { return cloud->points().scalar() == Scalar::float64; });
  type.def("origin", &originOf);
  type.def("attributes", &attributesOf);
  type.def("crs", [](const SharedCloud& cloud) { return textOf(cloud->file.crs.definition); });
  type.def("crs_text", [](const SharedCloud& cloud) { return textOf(cloud->file.crsText); });
  type.def("format", [](const SharedCloud& cloud) { return textOf(cloud->file.format); });
  type.def("points_in_file", [](const SharedCloud& cloud) { return cloud->file.pointsInFile; });
  type.def("non_finite", [](const SharedCloud& cloud) { return cloud->file.nonFinite; });
  type.def("warnings", [](const SharedCloud& cloud) { return textsOf(cloud->file.warnings); });
  type.def("filter", [](const SharedCloud& cloud) { return textOf(describe(cloud->filter)); });
  type.def("files", [](const SharedCloud& cloud) {
    py::list list;
    for (const auto& path : cloud->files) list.append(textOf(path.string()));
    return list;
  });
  type.def("brought_to", &broughtTo);
  module.def("read", &read);
  module.def("cloud_of", &fromArray);
  module.def("cloud_of_gpu", &fromGpu);
  module.def("generate", &generated);
  module.def("shapes", &shapeList);
  module.def("save_points", &savePoints);
  module.def("suggest_r1", &suggestion);
}

}  // namespace arete::python
