// generate: a cloud around a known curve, and that curve.
#include "compute/generate/generate.h"

#include <algorithm>
#include <memory>

#include "app/cli/command.h"
#include "app/cli/param_flags.h"
#include "app/cli/progress.h"
#include "app/cli/read_flags.h"
#include "app/cli/text.h"
#include "compute/core/device.h"
#include "compute/core/error.h"
#include "compute/io/format_table.h"
#include "compute/io/write_curve.h"
#include "compute/io/write_points.h"

namespace arete::cli {

namespace {

struct GenerateWish {
  std::string shape, output, format, truth, scalar = "float";
  ParamFlags params;
};

std::string shapeList() {
  std::string text;
  for (const ShapeInfo& shape : shapes()) text += (text.empty() ? "" : ", ") + std::string(shape.id);
  return text;
}

/// The lines as a graph without an origin, for the curve writers.
Curve curveOf(const Polylines& lines) {
  std::vector<double> rows;
  std::vector<Edge> edges;
  for (size_t line = 0; line < lines.size(); ++line) {
    const auto first = uint32_t(rows.size() / size_t(lines.dimension)), count = uint32_t(lines.vertexCount(line));
    rows.insert(rows.end(), lines.lines[line].begin(), lines.lines[line].end());
    for (uint32_t i = 0; i + 1 < count; ++i) edges.push_back({first + i, first + i + 1});
    if (lines.closed[line]) edges.push_back({first, first + count - 1});
  }
  return makeCurve(PointArray::fromRows(std::move(rows), lines.dimension), std::move(edges));
}

/// Refuses flags of other shapes, which would be ignored silently.
void refuseForeignFlags(const ShapeInfo& shape, const ParamFlags& params) {
  for (const ShapeInfo& other : shapes())
    for (const ParamInfo* info : other.parameters)
      if (params.given(*info) && std::find(shape.parameters.begin(), shape.parameters.end(), info) == shape.parameters.end())
        throw Error(ErrorKind::wrongUse, "cannot generate this cloud", flagName(*info),
                    "it belongs to '" + std::string(other.id) + "', not to '" + std::string(shape.id) + "'");
}

void run(const GenerateWish& given, std::stop_token stop) {
  const ShapeInfo& shape = findShape(given.shape);
  refuseForeignFlags(shape, given.params);
  ParamValues values;
  given.params.apply(values);
  GenerateOptions options = generateOptions(values);
  options.scalar = given.scalar == "double" ? Scalar::float64 : Scalar::float32;
  pointFormat(given.output, given.format, "cannot write the cloud");
  if (!given.truth.empty()) findFormat(curveFormats(), given.truth, {}, "cannot write the true curve");

  const auto device = makeCpuDevice();
  Progress progress;
  progress.show(0, "generating");
  const PointCloud cloud = generate(shape, options, device->threads(), stop);
  const auto showWriting = [&](double fraction) { progress.show(fraction, "writing"); };
  warn(writePoints(given.output,
                   {.points = cloud.points(), .origin = cloud.origin(), .attributes = cloud.attributes(), .stop = stop, .progress = showWriting},
                   given.format));
  if (!given.truth.empty()) warn(writeCurve(given.truth, curveOf(trueCurve(shape, options)), {}));
}

}  // namespace

Run addGenerate(CommandApp& app) {
  const auto options = std::make_shared<GenerateWish>();
  app.add_option("SHAPE", options->shape, "One of " + shapeList() + ".")->required();
  std::string formats;
  for (const PointFormat& format : pointFormats()) formats += (formats.empty() ? "" : ", ") + std::string(format.id);
  app.addStream("-o,--output", options->output, "The cloud; the extension decides the format: " + formats + ".")->required()->group("Output");
  app.add_option("--format", options->format, "Format of the cloud whatever its extension.")->type_name("ID")->group("Output");
  app.addOutput("--truth", options->truth, "The true curve, to measure quality against.", "CURVE")->group("Output");
  app.add_option("--scalar", options->scalar, "Type of the coordinates: float, double (default float).")
      ->type_name("TYPE")
      ->check(CLI::IsMember({"float", "double"}))
      ->group("Output");
  options->params.add(app, generateParameters(), "The cloud");
  for (const ShapeInfo& shape : shapes()) options->params.add(app, shape.parameters, "Shape");
  return [options](std::stop_token stop) { run(*options, std::move(stop)); };
}

}  // namespace arete::cli
