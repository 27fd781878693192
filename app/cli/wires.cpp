// wires: the spans of the wires of a cloud, each with its catenary.
#include <cmath>
#include <iostream>
#include <memory>

#include "app/cli/command.h"
#include "app/cli/curve_source.h"
#include "app/cli/phase_text.h"
#include "app/cli/progress.h"
#include "app/cli/read_flags.h"
#include "app/cli/terminal.h"
#include "app/cli/text.h"
#include "compute/core/error.h"
#include "compute/engine/run_job.h"
#include "compute/io/wire_files.h"
#include "compute/io/write_curve.h"
#include "compute/network/rules/network_params.h"
#include "compute/wires/find_spans.h"

namespace arete::cli {

namespace {

struct WiresWish {
  std::vector<std::string> files;
  std::string curve, output, table, pylons, smooth;
  double r1 = 0;
  int threads = 0;
  bool json = false;
  SpanOptions spans;
  ReadFlags read;
};

/// The wires that a detection of profile wires finds.
CurveEdges detected(const CloudFile& cloud, const WiresWish& options, const std::stop_token& stop) {
  Job job;
  job.params.set(kCurveParam, double(CurveKind::network));
  job.params.set(kProfileParam, 1 + double(NetworkProfile::wires));
  job.params.set(kThreadsParam, options.threads);
  if (options.r1 > 0) job.params.set(kR1Param, options.r1);
  if (suggestIfUnset(cloud.cloud, job, stop)) remark("R1 is not given: taking " + numberText(job.r1()) + ", suggested from the cloud");
  Progress progress;
  progress.show(0, "detecting");
  return edgesOf(runJob(cloud.cloud, job, {}, stop).frame->curve);
}

/// The spans as lines, in any format of curves.
void writeSmooth(const std::string& path, const WireSpans& wires, const Crs& crs, const std::stop_token& stop) {
  constexpr double kOff = 0.01;
  std::vector<double> rows;
  std::vector<Edge> edges;
  for (const Span& span : wires.spans) {
    const std::vector<shared::Vector3> places = drawnSmooth(span.curve, kOff);
    for (size_t i = 0; i < places.size(); ++i) {
      const auto node = uint32_t(rows.size() / 3);
      if (i > 0) edges.push_back({node - 1, node});
      rows.insert(rows.end(), {places[i].x, places[i].y, places[i].z});
    }
  }
  CurveOptions curveOptions;
  curveOptions.crs = crs;
  warn(writeCurve(path, makeCurve(PointArray::fromRows(std::span<const double>(rows), 3), std::move(edges), stop), {}, {}, stop, curveOptions));
}

void printSpans(const WireSpans& wires) {
  constexpr auto kRight = Table::Align::right;
  Table table({{"line", kRight},
               {"bay", kRight},
               {"phase"},
               {"points", kRight},
               {"length", kRight},
               {"sag", kRight},
               {"90 % band", kRight},
               {"a", kRight},
               {"lowest", kRight},
               {"blow-out", kRight},
               {"RMSE", kRight},
               {"bundle", kRight},
               {"gap", kRight}});
  for (const Span& span : wires.spans) {
    const auto column = [&](std::string_view name) {
      for (const WireColumn<Span>& each : spanColumns())
        if (each.name == name) return each.get(span);
      return 0.0;
    };
    table.add({std::to_string(span.line), std::to_string(span.bay), phaseText(span), countText(span.points), fixedNumber(column("span_length"), 2),
               fixedNumber(column("sag"), 3), fixedNumber(column("sag_low"), 3) + " to " + fixedNumber(column("sag_high"), 3),
               fixedNumber(column("a"), 0), fixedNumber(column("lowest_z"), 2), fixedNumber(column("blow_out"), 1),
               fixedNumber(span.rmseConductor, 3), span.inBundle > 1 ? std::to_string(span.inBundle) + " x " + fixedNumber(span.spacing, 2) : "",
               fixedNumber(std::max({span.gapAtStart, span.gapAtEnd, span.longestGap}), 1)});
  }
  std::cout << table.text() << plural(wires.spans.size(), "span") << ", " << plural(wires.pylons.size(), "pylon") << '\n';
}

template <class Of>
Json rowsOf(std::span<const WireColumn<Of>> columns, std::span<const Of> all) {
  Json rows = Json::array();
  for (const Of& each : all) {
    Json row = Json::object();
    for (const WireColumn<Of>& column : columns) {
      const double value = column.get(each);
      if (column.whole) row[std::string(column.name)] = int64_t(value);
      else row[std::string(column.name)] = value;
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

void run(const WiresWish& options, std::stop_token stop) {
  for (const std::string* path : {&options.output, &options.table, &options.pylons})
    if (!path->empty()) checkFeaturePath(*path);
  if (!options.smooth.empty()) curveFormat(options.smooth, {});
  const CloudFile cloud = readWithProgress(std::span(options.files), options.read, stop);
  if (const std::string unit = checkWireUnits(cloud.crs); !unit.empty()) warn(unit);
  const CurveEdges edges = options.curve.empty() ? detected(cloud, options, stop) : readCurveFor(cloud, options.curve, stop).edges;
  const auto device = makeCpuDevice(options.threads);
  Progress progress;
  progress.show(0, "fitting");
  const PointCloud::Origin& origin = cloud.cloud.origin();
  const WireSpans wires = movedBy(findSpans(cloud.cloud.points(), edges, options.spans, {*device, stop, {}}), {origin[0], origin[1], origin[2]});
  progress.clear();
  if (wires.leftOut > 0) remark(plural(wires.leftOut, "piece") + " of wires left out: too short, or too few points");
  const FeatureLayer layers[] = {spanLayer(wires), pylonLayer(wires)};
  if (!options.output.empty()) warn(writeFeatures(options.output, layers, cloud.crs, stop));
  if (!options.table.empty()) warn(writeFeatures(options.table, std::span(layers).first(1), cloud.crs, stop));
  if (!options.pylons.empty()) warn(writeFeatures(options.pylons, std::span(layers).last(1), cloud.crs, stop));
  if (!options.smooth.empty()) writeSmooth(options.smooth, wires, cloud.crs, stop);
  if (!options.json) return printSpans(wires);
  std::cout << jsonText({{"spans", rowsOf(spanColumns(), std::span(wires.spans))},
                         {"pylons", rowsOf(pylonColumns(), std::span(wires.pylons))},
                         {"left_out", wires.leftOut}});
}

}  // namespace

Run addWires(CommandApp& app) {
  const auto options = std::make_shared<WiresWish>();
  app.addInputs("FILE", options->files, "The point cloud; several files are one cloud.")->required();
  app.addInput("--curve", options->curve,
               "The wires, as 'detect --profile wires' found them: " + readableCurves() + ", or a session. Default: they are detected now.", "CURVE");
  app.add_option("--r1", options->r1, "R1 of the detection; default: suggested from the cloud.")->type_name("RADIUS")->check(CLI::PositiveNumber);
  const std::string output = "Output", spans = "Spans (metres)";
  app.addOutput("-o,--output", options->output, "Spans as lines with their parameters, and pylons as points: .gpkg; or the table of spans: .csv.")
      ->group(output);
  app.addOutput("--table", options->table, "The table of spans: .csv.")->group(output);
  app.addOutput("--pylons", options->pylons, "The table of pylons: .csv.")->group(output);
  app.addOutput("--smooth", options->smooth, "The catenaries as lines, within a centimetre, in any format of curves.")->group(output);
  app.add_flag("--json", options->json, "Print spans and pylons as JSON, with all parameters.")->group(output);
  const auto metres = [&](const char* flag, double& value, const std::string& help) {
    app.add_option(flag, value, help + " Default: " + shortNumber(value) + ".")->type_name("DISTANCE")->check(CLI::PositiveNumber)->group(spans);
  };
  metres("--reach", options->spans.reach, "Points farther from a wire are not its.");
  metres("--shortest", options->spans.shortest, "A span is at least as long.");
  metres("--bundle", options->spans.bundle, "Conductors nearer to each other are one phase.");
  app.add_option("--seed", options->spans.seed, "Of the resamples that say how sure a span is. Default: 1.")->type_name("N")->group(spans);
  app.add_option("--threads", options->threads, "CPU threads; 0 = all (default).")
      ->type_name("N")
      ->check(CLI::Range(int(kThreadsParam.minimum), int(kThreadsParam.maximum)));
  options->read.add(app);
  return [options](std::stop_token stop) { run(*options, std::move(stop)); };
}

}  // namespace arete::cli
