// project: where the points of a cloud lie along a curve, and what the curve explains of them.
#include <algorithm>
#include <cmath>
#include <iostream>
#include <limits>
#include <memory>

#include "app/cli/command.h"
#include "app/cli/curve_source.h"
#include "app/cli/format_list.h"
#include "app/cli/progress.h"
#include "app/cli/read_flags.h"
#include "app/cli/text.h"
#include "compute/core/error.h"
#include "compute/engine/job.h"
#include "compute/experiments/plot.h"
#include "compute/io/format_table.h"
#include "compute/io/write_points.h"
#include "compute/measures/explanation/explanation.h"

namespace arete::cli {

namespace {

struct ProjectWish {
  std::string cloud, curve, points, profile, plot;
  double reach = 0, step = 0;  ///< 0: not given
  int threads = 0;
  bool json = false;
  ReadFlags read;
};

/// Everything that is written or printed.
struct Projected {
  const CloudFile& cloud;
  const NumberedCloud& numbered;
  const CurveSource& curve;
  CurvePlaces places;
  Explanation explanation;
  double reach;
};

/// Where some rows of the file are no points: which one each is, from 0.
void addRow(const PointList& rowOf, std::vector<Attribute>& attributes) {
  constexpr std::string_view kRow = "row";
  std::erase_if(attributes, [&](const Attribute& each) { return each.name == kRow; });
  AttributeValues values(ScalarType::uint32, rowOf.size());
  std::ranges::copy(rowOf, values.of<uint32_t>().begin());
  attributes.push_back({std::string(kRow), std::move(values)});
}

std::vector<Attribute> attributesOf(const Projected& all) {
  const CurveEdges& edges = all.curve.edges;
  std::vector<Attribute> attributes(all.cloud.cloud.attributes().begin(), all.cloud.cloud.attributes().end());
  const auto add = [&](const char* name, auto&& valueOf) {
    std::erase_if(attributes, [&](const Attribute& each) { return each.name == name; });  // of a projection before
    AttributeValues values(ScalarType::float64, all.places.size());
    const std::span<double> to = values.of<double>();
    for (size_t i = 0; i < all.places.size(); ++i) to[i] = double(valueOf(all.places[i], edges.edges[all.places[i].edge]));
    attributes.push_back({name, std::move(values)});
  };
  add("distance", [](const CurvePlace& place, const CurveEdge&) { return place.distance(); });
  if (edges.dimension == 2) add("offset", [](const CurvePlace& place, const CurveEdge&) { return place.offset; });
  add("arc_length", [](const CurvePlace& place, const CurveEdge& edge) { return arcLength(place, edge); });
  add("path", [](const CurvePlace&, const CurveEdge& edge) { return edge.path; });
  if (all.numbered.rows > all.places.size()) addRow(all.numbered.rowOf, attributes);
  add("component", [&](const CurvePlace&, const CurveEdge& edge) { return edges.paths[edge.path].component; });
  return attributes;
}

std::vector<PathProfile> profilesOf(const Projected& all, const ProjectWish& options) {
  constexpr double kBins = 200;  // of the longest path, where the step is not given
  double longest = 0;
  for (const CurvePath& path : all.curve.edges.paths) longest = std::max(longest, path.length);
  const double step = options.step > 0 ? options.step : longest > 0 ? longest / kBins : 1;
  return arete::profilesOf(all.curve.edges, all.places, all.reach, step);
}

void writeProfile(const std::string& path, const Projected& all, std::span<const PathProfile> profiles, const std::stop_token& stop) {
  const bool flat = all.curve.edges.dimension == 2;
  TextFile file(path, stop);
  file.put("path,component,from,to,points,density,", flat ? "offset," : "", "width\n");
  const auto number = [&](double value) {  // nothing is known of an empty piece
    if (std::isfinite(value)) file.put(value);
  };
  for (const PathProfile& profile : profiles)
    for (const ProfileBin& bin : profile.bins) {
      file.put(profile.path, ',', all.curve.edges.paths[profile.path].component, ',', bin.from, ',', bin.to, ',', bin.points, ',');
      number(bin.density), file.put(',');
      if (flat) number(bin.offset), file.put(',');
      number(bin.width), file.put('\n');
    }
  if (!file.commit()) warn(kNotDurable);
}

/// Of the longest paths: more lines than that cannot be told apart.
void writePlot(const std::string& path, const Projected& all, std::vector<PathProfile> profiles, const std::stop_token& stop) {
  constexpr size_t kMostLines = 6;
  const auto length = [&](const PathProfile& profile) { return -all.curve.edges.paths[profile.path].length; };
  std::ranges::stable_sort(profiles, {}, length);
  profiles.resize(std::min(profiles.size(), kMostLines));
  ResultTable table{{{"path", ""}, {"arc_length", ""}, {"density", "points per length"}, {"width", ""}}, {}};
  const auto known = [](double value) { return std::isfinite(value) ? ResultValue(value) : ResultValue(); };
  for (const PathProfile& profile : profiles)
    for (const ProfileBin& bin : profile.bins)
      table.rows.push_back({double(profile.path), (bin.from + bin.to) / 2, known(bin.density), known(bin.width)});
  const auto plot = [](const char* title, const char* y) { return Plot{.title = title, .x = "arc_length", .y = y, .series = {"path"}}; };
  const Plot plots[] = {plot("Density along the curve", "density"), plot("Width of the points around the curve", "width")};
  TextFile file(path, stop);
  file.put(svgOf(table, plots));
  if (!file.commit()) warn(kNotDurable);
}

std::string percent(double share) { return shortNumber(100 * share, 3) + " %"; }

std::string reachText(const Projected& all) {
  const double inR1 = all.curve.r1 > 0 ? all.reach / all.curve.r1 : 0;
  return shortNumber(all.reach) + (inR1 > 0 ? " (" + shortNumber(inR1) + " R1)" : "");
}

void printSummary(const Projected& all) {
  const CurveEdges& edges = all.curve.edges;
  std::cout << "points    " << countText(all.places.size()) << '\n'
            << "curve     " << plural(edges.paths.size(), "path") << ", " << plural(edges.components, "component") << ", length "
            << shortNumber(edges.length()) << '\n'
            << "distance  " << shortNumber(all.explanation.meanDistance) << " on average\n";
  if (!std::isfinite(all.reach)) return;
  const auto beyond = [&](const ExplainedShare& share) {
    return percent(share.share()) + " of " + plural(share.points, "point") + (share.points == 1 ? " is" : " are") + " farther than " +
           reachText(all) + " from the curve";
  };
  std::cout << "beyond    " << beyond(all.explanation.all) << '\n';
  constexpr size_t kMostLines = 20;
  for (size_t i = 0; i < std::min(kMostLines, all.explanation.components.size()); ++i)
    std::cout << "  component " << i << ": " << percent(all.explanation.components[i].share()) << " of "
              << plural(all.explanation.components[i].points, "point") << '\n';
  if (all.explanation.components.size() > kMostLines) std::cout << "  and " << all.explanation.components.size() - kMostLines << " more: --json\n";
}

void printJson(const Projected& all) {
  const auto share = [](const ExplainedShare& each) {
    return Json{{"points", each.points}, {"beyond", each.beyond}, {"share_beyond", each.share()}};
  };
  Json json = {{"points", all.places.size()},
               {"dimension", all.curve.edges.dimension},
               {"paths", all.curve.edges.paths.size()},
               {"components", all.curve.edges.components},
               {"length", all.curve.edges.length()},
               {"mean_distance", all.explanation.meanDistance},
               {"reach", all.reach}};  // no reach: null
  if (std::isfinite(all.reach)) {
    json["beyond"] = share(all.explanation.all);
    json["by_component"] = Json::array();
    for (const ExplainedShare& each : all.explanation.components) json["by_component"].push_back(share(each));
  }
  std::cout << jsonText(json);
}

void checkExtension(const std::string& path, std::string_view extension, std::string_view what) {
  if (!path.empty() && extensionOr(extension, path) != extension)
    throw Error(ErrorKind::wrongUse, std::string("cannot write the ") + std::string(what), path,
                "its name does not end in ." + std::string(extension));
}

void run(const ProjectWish& options, std::stop_token stop) {
  if (!options.points.empty()) pointFormat(options.points, {}, "cannot write the points");
  checkExtension(options.profile, "csv", "profile");
  checkExtension(options.plot, "svg", "plot");
  const std::filesystem::path path = options.cloud;
  const NumberedCloud numbered = readNumberedWithProgress(std::span(&path, 1), options.read.options(), options.read.filter(), stop);
  const CloudFile& cloud = numbered.file;
  const CurveSource curve = readCurveFor(cloud, options.curve, stop);
  const auto device = makeCpuDevice(options.threads);
  Progress progress;
  const StageContext context{*device, stop, [&](double fraction) { progress.show(fraction, "projecting"); }};
  const double reach = options.reach > 0 ? options.reach : curve.r1 > 0 ? kReachInR1 * curve.r1 : std::numeric_limits<double>::infinity();
  Projected all{cloud, numbered, curve, project(cloud.cloud.points(), curve.edges, context), {}, reach};
  all.explanation = explain(curve.edges, all.places, reach);
  progress.clear();
  if (!options.points.empty()) {
    const std::vector<Attribute> attributes = attributesOf(all);
    warn(writePoints(options.points,
                     {.points = cloud.cloud.points(), .origin = cloud.cloud.origin(), .attributes = attributes, .crs = cloud.crs, .stop = stop}));
  }
  if (!options.profile.empty() || !options.plot.empty()) {
    const std::vector<PathProfile> profiles = profilesOf(all, options);
    if (!options.profile.empty()) writeProfile(options.profile, all, profiles, stop);
    if (!options.plot.empty()) writePlot(options.plot, all, profiles, stop);
  }
  options.json ? printJson(all) : printSummary(all);
}

}  // namespace

Run addProject(CommandApp& app) {
  const auto options = std::make_shared<ProjectWish>();
  app.addInput("CLOUD", options->cloud, "The points.")->required();
  app.addInput("CURVE", options->curve, "The curve: " + readableCurves() + ", or the result of a session (.arete).", "CURVE")->required();
  app.addOutput("-o,--output", options->points,
                "The points with distance, offset (in 2D negative on the right of the path), arc_length, path and component, and with row, their row "
                "in the file from 0, where rows of it are left out: " +
                    formatList(pointFormats()) + ".");
  app.addOutput("--profile", options->profile, "Density and width over the arc length of every path: .csv.");
  app.addOutput("--plot", options->plot, "The same of the longest paths as a picture: .svg.");
  app.add_option("--reach", options->reach, "Points farther from the curve are not explained by it (default: 2 R1 of the session; of a file: none).")
      ->type_name("DISTANCE")
      ->check(CLI::PositiveNumber);
  app.add_option("--step", options->step, "Length of the pieces of the profile (default: 200 pieces of the longest path).")
      ->type_name("DISTANCE")
      ->check(CLI::PositiveNumber);
  app.add_option("--threads", options->threads, "CPU threads; 0 = all (default).")
      ->type_name("N")
      ->check(CLI::Range(int(kThreadsParam.minimum), int(kThreadsParam.maximum)));
  app.add_flag("--json", options->json, "The summary as JSON.");
  options->read.add(app);
  return [options](std::stop_token stop) { run(*options, std::move(stop)); };
}

}  // namespace arete::cli
