// clearance: how near the points of a cloud come to wires.
#include <algorithm>
#include <cmath>
#include <iostream>
#include <limits>
#include <memory>
#include <numbers>

#include "app/cli/command.h"
#include "app/cli/param_flags.h"
#include "app/cli/phase_text.h"
#include "app/cli/progress.h"
#include "app/cli/read_flags.h"
#include "app/cli/terminal.h"
#include "app/cli/text.h"
#include "compute/chains/paged/detection_needs.h"
#include "compute/core/asprs_classes.h"
#include "compute/core/error.h"
#include "compute/crs/about_crs.h"
#include "compute/engine/job.h"
#include "compute/files/open_file.h"
#include "compute/io/file_preview.h"
#include "compute/io/file_stream.h"
#include "compute/io/wire_files.h"
#include "compute/io/write_points.h"
#include "compute/wires/clearance.h"

namespace arete::cli {

namespace {

struct ClearanceWish {
  std::vector<std::string> files;
  std::string spans, output, table, points;
  double limit = 5, extraSag = 0, swing_degrees = 0, apart = 10;
  double own = -1;  ///< not given
  bool nearOnly = false, json = false;
  int threads = 0;
  ReadFlags read;
  ParamFlags memory;
};

/// Everything that is written or printed.
struct WireDangers {
  std::vector<Span> spans;  ///< file coordinates
  std::vector<DangerPlace> places;
  std::vector<Catenary> curves;
  uint64_t looked = 0, below = 0, own = 0;
  double least = INFINITY;
};

/// The points that are written, with how near they are.
struct NearPoints {
  std::vector<double> rows;  ///< file coordinates
  LargeVector<double> distances, spans;

  void add(const shared::Vector3& place, const NearestWire& near) {
    rows.insert(rows.end(), {place.x, place.y, place.z});
    distances.push_back(std::sqrt(near.squared)), spans.push_back(double(near.span + 1));
  }
};

bool hasClasses(const ClearanceWish& options) {
  const FilePreview preview = previewFile(options.files.front(), options.read.options());
  return std::ranges::any_of(preview.names, [](const std::string& name) { return isClassColumn(name); });
}

/// The wires' own points are left out by their classes, where there are such and no flag chooses others; else by their distance.
bool leavesWiresOut(const ClearanceWish& options, const Filter& filter, bool classes, ClearanceOptions& measure) {
  const bool byClass = classes || filter.classes.has_value();
  measure.own = options.own >= 0 ? options.own : byClass ? 0 : kOwnWithoutClasses;
  if (options.own < 0 && !byClass)
    remark("the cloud has no classes: points nearer than " + shortNumber(kOwnWithoutClasses) + " are taken for the wires' own (--own)");
  const bool leaves = classes && !filter.classes;
  if (leaves) remark("points of wires and towers (classes 13 to 16) are left out");
  return leaves;
}

ClearanceOptions optionsOf(const ClearanceWish& options) {
  return {options.limit, options.extraSag, options.swing_degrees * std::numbers::pi / 180, 0, options.apart};
}

void checkSystems(const Crs& spans, const Crs& cloud, const std::string& path) {
  if (const std::string unit = checkWireUnits(cloud.known() ? cloud : spans); !unit.empty()) warn(unit);
  if (!spans.known() || !cloud.known() || sameCrs(spans, cloud)) return;
  throw Error(ErrorKind::wrongUse, "cannot measure the clearance", path, "the spans are in another coordinate system than the cloud",
              "find the spans in this cloud's system, or convert the cloud");
}

std::vector<Span> localSpans(std::span<const Span> spans, const PointCloud::Origin& origin) {
  std::vector<Span> local(spans.begin(), spans.end());
  for (Span& span : local) span.curve = span.curve.moved({-origin[0], -origin[1], -origin[2]});
  return local;
}

WireBox boxOf(const Bounds& bounds) {
  return {{bounds.minimum[0], bounds.minimum[1], bounds.minimum[2]}, {bounds.maximum[0], bounds.maximum[1], bounds.maximum[2]}};
}

void checkInSpace(int dimension) {
  if (dimension != 3)
    throw Error(ErrorKind::wrongUse, "cannot measure the clearance", "the cloud", "its points have " + std::to_string(dimension) + " coordinates",
                "give points with x, y and z");
}

/// Places in the coordinates of the file.
void takeResults(const Clearance& clearance, const PointCloud::Origin& origin, WireDangers& measured) {
  const shared::Vector3 by{origin[0], origin[1], origin[2]};
  measured.places = clearance.places();
  for (DangerPlace& place : measured.places) place.place = place.place + by;
  for (const Catenary& curve : clearance.curves()) measured.curves.push_back(curve.moved(by));
  measured.looked = clearance.looked(), measured.below = clearance.below(), measured.own = clearance.own(), measured.least = clearance.least();
}

void writeAll(const ClearanceWish& options, const CloudFile& cloud, LargeVector<double> distances, LargeVector<double> spans,
              const std::stop_token& stop) {
  std::vector<Attribute> attributes(cloud.cloud.attributes().begin(), cloud.cloud.attributes().end());
  std::erase_if(attributes, [](const Attribute& each) { return each.name == "clearance" || each.name == "span"; });
  attributes.push_back({"clearance", AttributeValues(distances)});
  attributes.push_back({"span", AttributeValues(spans)});
  warn(writePoints(options.points,
                   {.points = cloud.cloud.points(), .origin = cloud.cloud.origin(), .attributes = attributes, .crs = cloud.crs, .stop = stop}));
}

void writeNear(const ClearanceWish& options, const NearPoints& near, const Crs& crs, const std::stop_token& stop) {
  const PointArray points = PointArray::fromRows(std::span<const double>(near.rows), 3);
  const std::vector<Attribute> attributes = {{"clearance", AttributeValues(near.distances)}, {"span", AttributeValues(near.spans)}};
  warn(writePoints(options.points, {.points = points, .attributes = attributes, .crs = crs, .stop = stop}));
}

/// In memory.
void dangersInMemory(const ClearanceWish& options, const Filter& filter, ClearanceOptions measure, Crs& crs, WireDangers& measured,
                     const std::stop_token& stop) {
  std::vector<std::filesystem::path> paths(options.files.begin(), options.files.end());
  const CloudFile cloud = readWithProgress(std::span<const std::filesystem::path>(paths), options.read.options(), filter, stop);
  checkInSpace(cloud.cloud.dimension());
  measured.spans = readSpans(options.spans, crs);
  checkSystems(crs, cloud.crs, options.spans);
  crs = cloud.crs;
  const std::vector<uint8_t> classes = pointClasses(cloud.cloud);
  std::vector<uint8_t> left(kMostClasses, 0);
  if (leavesWiresOut(options, filter, !classes.empty(), measure))
    for (const int each : kWireClasses) left[size_t(each)] = 1;
  const auto device = makeCpuDevice(options.threads);
  const StageContext context{*device, stop, {}};
  Clearance clearance(localSpans(measured.spans, cloud.cloud.origin()), measure, boxOf(cloud.cloud.bounds()), context);
  constexpr uint32_t kAtATime = 1 << 20;
  LargeVector<double> distances, spanOf;
  NearPoints near;
  Progress progress;
  const uint32_t count = cloud.cloud.size();
  for (uint32_t begin = 0; begin < count; begin += kAtATime) {
    progress.show(double(begin) / count, "measuring");
    const uint32_t end = std::min(count, begin + kAtATime);
    const auto found = clearance.add({cloud.cloud.points(), begin, end, 0, classes, left}, context);
    for (uint32_t i = begin; i < end && !options.points.empty(); ++i) {
      const NearestWire& each = found[i - begin];
      if (options.nearOnly) {
        if (!(each.squared < measure.limit * measure.limit)) continue;
        const auto at = [&](int k) { return cloud.cloud.points().coordinate(i, k) + cloud.cloud.origin()[size_t(k)]; };
        near.add({at(0), at(1), at(2)}, each);
      } else {
        const bool isNone = each.span == NearestWire::kNone;
        distances.push_back(isNone ? std::numeric_limits<double>::quiet_NaN() : std::sqrt(each.squared)),
            spanOf.push_back(isNone ? 0 : double(each.span + 1));
      }
    }
  }
  progress.clear();
  takeResults(clearance, cloud.cloud.origin(), measured);
  if (!options.points.empty())
    options.nearOnly ? writeNear(options, near, crs, stop) : writeAll(options, cloud, std::move(distances), std::move(spanOf), stop);
}

/// The classes of the nearest points, which a stream of coordinates does not have.
void findClasses(const FileStream& stream, WireDangers& measured, const std::stop_token& stop) {
  if (measured.places.empty()) return;
  std::vector<uint64_t> numbers;
  for (const DangerPlace& place : measured.places) numbers.push_back(place.number);
  std::ranges::sort(numbers);
  const auto twice = std::ranges::unique(numbers);
  numbers.erase(twice.begin(), twice.end());
  const std::vector<uint8_t> classes = pointClasses(stream.some(numbers, stop));
  if (classes.empty()) return;
  for (DangerPlace& place : measured.places) place.classOf = classes[size_t(std::ranges::lower_bound(numbers, place.number) - numbers.begin())];
}

/// Block by block: the cloud need not fit into memory.
void dangersOfStream(const ClearanceWish& options, Filter filter, ClearanceOptions measure, Crs& crs, WireDangers& measured,
                     const std::stop_token& stop) {
  std::vector<std::filesystem::path> paths(options.files.begin(), options.files.end());
  measured.spans = readSpans(options.spans, crs);
  if (leavesWiresOut(options, filter, hasClasses(options), measure)) {
    filter.classes.emplace();
    for (int c = 0; c < kMostClasses; ++c)
      if (std::ranges::find(kWireClasses, c) == std::end(kWireClasses)) filter.classes->push_back(c);
  }
  Progress progress;
  const FileStream stream(
      paths, options.read.options(), filter, stop,
      [&](const ReadProgress& done) {
        progress.show(double(done.bytesDone) / double(std::max<uint64_t>(done.bytesTotal, 1)), "looking through the files");
      },
      true);
  checkInSpace(stream.dimension());
  warn(stream.about().warnings);
  checkSystems(crs, stream.about().crs, options.spans);
  crs = stream.about().crs;
  const auto device = makeCpuDevice(options.threads);
  const StageContext context{*device, stop, {}};
  const PointCloud::Origin origin = stream.origin();
  Clearance clearance(localSpans(measured.spans, origin), measure, boxOf(stream.bounds(stop)), context);
  NearPoints near;
  uint64_t done = 0;
  stream.read(
      0,
      [&](const PointArray& block, uint64_t) {
        progress.show(double(done) / double(std::max<uint64_t>(stream.size(), 1)), "measuring");
        const auto found = clearance.add({block, 0, block.size(), done}, context);
        for (uint32_t i = 0; i < block.size() && !options.points.empty(); ++i)
          if (found[i].squared < measure.limit * measure.limit)
            near.add({block.coordinate(i, 0) + origin[0], block.coordinate(i, 1) + origin[1], block.coordinate(i, 2) + origin[2]}, found[i]);
        done += block.size();
      },
      stop);
  progress.clear();
  takeResults(clearance, origin, measured);
  findClasses(stream, measured, stop);
  if (!options.points.empty()) writeNear(options, near, crs, stop);
}

void printPlaces(const WireDangers& measured, const ClearanceWish& options) {
  constexpr auto kRight = Table::Align::right;
  Table table({{"line", kRight},
               {"bay", kRight},
               {"phase"},
               {"from", kRight},
               {"to", kRight},
               {"points", kRight},
               {"distance", kRight},
               {"horizontal", kRight},
               {"vertical", kRight},
               {"class"},
               {"x", kRight},
               {"y", kRight},
               {"z", kRight}});
  constexpr size_t kMostLines = 40;
  for (size_t i = 0; i < std::min(kMostLines, measured.places.size()); ++i) {
    const DangerPlace& place = measured.places[i];
    const Span& span = measured.spans[place.span];
    table.add({std::to_string(span.line), std::to_string(span.bay), phaseText(span), fixedNumber(place.from, 1), fixedNumber(place.to, 1),
               countText(place.points), fixedNumber(place.distance, 2), fixedNumber(place.horizontal, 2), fixedNumber(place.vertical, 2),
               place.classOf < 0 ? "" : asprsClassText(place.classOf), fixedNumber(place.place.x, 2), fixedNumber(place.place.y, 2),
               fixedNumber(place.place.z, 2)});
  }
  if (!measured.places.empty()) std::cout << table.text();
  if (measured.places.size() > kMostLines) std::cout << "and " << measured.places.size() - kMostLines << " more: --table, --json\n";
  std::cout << plural(measured.places.size(), "place") << " below " << shortNumber(options.limit) << " m, with " << countText(measured.below)
            << " of " << plural(measured.looked, "point") << "; nearest "
            << (std::isfinite(measured.least) ? fixedNumber(measured.least, 2) + " m" : "none") << '\n';
}

void printJson(const WireDangers& measured) {
  const FeatureLayer layer = placeLayer(measured.places, measured.spans);
  Json rows = Json::array();
  for (const Feature& feature : layer.features) {
    Json row = Json::object();
    for (size_t c = 0; c < layer.columns.size(); ++c) {
      const double value = feature.values[c];
      if (layer.columns[c].whole && std::isfinite(value)) row[layer.columns[c].name] = int64_t(value);
      else row[layer.columns[c].name] = value;
    }
    rows.push_back(std::move(row));
  }
  std::cout << jsonText({{"points", measured.looked}, {"below", measured.below}, {"own", measured.own}, {"least", measured.least}, {"places", rows}});
}

void run(const ClearanceWish& options, std::stop_token stop) {
  for (const std::string* path : {&options.output, &options.table})
    if (!path->empty()) checkFeaturePath(*path);
  if (!options.points.empty()) pointFormat(options.points, {}, "cannot write the points");
  openToRead(options.spans, "cannot read the spans");  // before the cloud is read, which may take long
  Crs crs;
  WireDangers measured;
  const Filter filter = options.read.filter();
  if (options.memory.given(kMaxMemoryParam)) dangersOfStream(options, filter, optionsOf(options), crs, measured, stop);
  else dangersInMemory(options, filter, optionsOf(options), crs, measured, stop);
  const FeatureLayer layers[] = {placeLayer(measured.places, measured.spans), curveLayer(measured.curves, measured.spans)};
  if (!options.output.empty()) warn(writeFeatures(options.output, layers, crs, stop));
  if (!options.table.empty()) warn(writeFeatures(options.table, std::span(layers).first(1), crs, stop));
  options.json ? printJson(measured) : printPlaces(measured, options);
}

}  // namespace

Run addClearance(CommandApp& app) {
  const auto options = std::make_shared<ClearanceWish>();
  app.addInputs("FILE", options->files, "The point cloud; several files are one cloud.")->required();
  app.addInput("--spans", options->spans, "The spans, as 'arete-cli wires' wrote them: .gpkg or .csv.", "SPANS")->required();
  const std::string measure = "Measure (metres)", output = "Output";
  const auto metres = [&](const char* flag, double& value, const std::string& help, const CLI::Validator& check) {
    return app.add_option(flag, value, help)->type_name("DISTANCE")->check(check)->group(measure);
  };
  metres("--limit", options->limit, "Points nearer than this are told. Default: 5.", CLI::PositiveNumber);
  metres("--extra-sag", options->extraSag, "More sag of every span, as at the temperature of design. Default: 0.", CLI::Number);
  app.add_option("--swing", options->swing_degrees, "Wires are anywhere within this angle of how they hang, to both sides, as by wind. Default: 0.")
      ->type_name("ANGLE")
      ->check(CLI::Range(0.0, 90.0))
      ->group(measure);
  metres("--own", options->own, "Points nearer to the wires as they hang are their own. Default: 0 where the cloud has classes, else 0.75.",
         CLI::NonNegativeNumber);
  metres("--apart", options->apart, "Places of a span that are nearer to each other are one. Default: 10.", CLI::NonNegativeNumber);
  app.addOutput("-o,--output", options->output, "Places of danger as points, and the wires as measured as lines: .gpkg; or the table: .csv.")
      ->group(output);
  app.addOutput("--table", options->table, "The table of places: .csv.")->group(output);
  app.addOutput("--points", options->points,
                "The points with clearance (none of wires) and span (0: none), to be coloured by; those below the limit alone with --near-only or "
                "--max-memory.")
      ->group(output);
  app.add_flag("--near-only", options->nearOnly, "Write only the points below the limit.")->group(output);
  app.add_flag("--json", options->json, "Print the places as JSON.")->group(output);
  static constexpr const ParamInfo* kParams[] = {&kMaxMemoryParam};
  options->memory.add(app, kParams, "How to compute it");
  app.add_option("--threads", options->threads, "CPU threads; 0 = all (default).")
      ->type_name("N")
      ->check(CLI::Range(int(kThreadsParam.minimum), int(kThreadsParam.maximum)));
  options->read.add(app);
  return [options](std::stop_token stop) { run(*options, std::move(stop)); };
}

}  // namespace arete::cli
