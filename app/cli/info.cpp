// info: what is in a point cloud file.
#include <algorithm>
#include <cmath>
#include <iostream>
#include <memory>
#include <optional>
#include <utility>

#include "app/cli/command.h"
#include "app/cli/param_flags.h"
#include "app/cli/plan.h"
#include "app/cli/read_flags.h"
#include "app/cli/text.h"
#include "compute/core/asprs_classes.h"
#include "compute/core/short_coordinate.h"
#include "compute/filter/columns.h"
#include "compute/neighbours/knn/contract.h"
#include "compute/network/radius/suggest_radius.h"
#include "compute/text/printable.h"

namespace arete::cli {

namespace {

struct Range {
  double minimum, maximum;
};

/// Range of the finite values; none when there are none.
std::optional<Range> rangeOf(const AttributeValues& values) {
  std::optional<Range> range;
  for (double value : values) {
    if (!std::isfinite(value)) continue;
    range = range ? Range{std::min(range->minimum, value), std::max(range->maximum, value)} : Range{value, value};
  }
  return range;
}

/// Range of an axis, in file coordinates.
Range axisRange(const PointCloud& cloud, int k) {
  const auto inFile = [&](double local) { return shortCoordinate(cloud.scalar(), local, cloud.origin()[size_t(k)]); };
  return {inFile(cloud.bounds().minimum[size_t(k)]), inFile(cloud.bounds().maximum[size_t(k)])};
}

Json classesJson(const PointCloud& cloud) {
  Json json = Json::array();
  const std::vector<uint64_t> counts = classCounts(cloud);
  for (size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] == 0) continue;
    const AsprsClass* const known = findAsprsClass(double(i));
    json.push_back({{"class", i}, {"name", known ? Json(known->name) : Json()}, {"points", counts[i]}});
  }
  return json;
}

Json infoJson(const std::vector<std::string>& files, const CloudFile& file, const Filter& filter, const std::optional<DetectionPlan>& plan,
              const std::stop_token& stop) {
  const PointCloud& cloud = file.cloud;
  Json json = {{"file", files.front()},         {"format", file.format},
               {"points", file.pointsInFile},   {"finite", file.pointsInFile - file.nonFinite},
               {"non_finite", file.nonFinite},  {"dimension", cloud.dimension()},
               {"scalar", name(cloud.scalar())}};
  if (file.withheld > 0) json["withheld"] = file.withheld;
  if (files.size() > 1) json["files"] = files;
  if (!filter.empty()) json["filter"] = {{"rules", describe(filter)}, {"points", cloud.size()}};
  Json minimum = Json::array(), maximum = Json::array(), origin = Json::array();
  for (int k = 0; k < cloud.dimension(); ++k) {
    const Range range = axisRange(cloud, k);
    minimum.push_back(range.minimum);
    maximum.push_back(range.maximum);
    origin.push_back(cloud.origin()[size_t(k)]);
  }
  json["bounds"] = cloud.empty() ? Json() : Json{{"minimum", minimum}, {"maximum", maximum}};
  json["origin"] = origin;
  json["crs"] = file.crs.known() ? Json{{"definition", file.crs.definition}, {"name", file.crsText}} : Json();
  json["attributes"] = Json::array();
  for (const Attribute& attribute : cloud.attributes()) {
    const std::optional<Range> range = rangeOf(attribute.values);
    json["attributes"].push_back(
        {{"name", attribute.name}, {"min", range ? Json(range->minimum) : Json()}, {"max", range ? Json(range->maximum) : Json()}});
  }
  if (classColumn(cloud) != nullptr) json["classes"] = classesJson(cloud);
  const double suggested = suggestRadius(cloud, stop);
  json["suggested_r1"] = suggested > 0 ? Json(suggested) : Json();
  if (plan) json["plan"] = planJson(*plan);
  json["warnings"] = file.warnings;
  return json;
}

void printText(const CloudFile& file, const Filter& filter, const std::optional<DetectionPlan>& plan, const std::stop_token& stop) {
  const PointCloud& cloud = file.cloud;
  std::cout << "format      " << file.format << '\n'
            << "points      " << countText(file.pointsInFile)
            << (file.nonFinite > 0 ? ", of which " + countText(file.nonFinite) + " are not finite and left out" : "")
            << (file.withheld > 0 ? ", of which " + countText(file.withheld) + " are withheld and left out" : "") << '\n'
            << (filter.empty() ? "" : "filter      " + printable(describe(filter)) + ": " + countText(cloud.size()) + " kept\n") << "dimension   "
            << cloud.dimension() << ", kept as " << name(cloud.scalar()) << '\n';
  static constexpr int kDigits = 10;
  for (int k = 0; k < cloud.dimension() && !cloud.empty(); ++k) {
    const Range range = axisRange(cloud, k);
    std::cout << (k == 0 ? "bounds      " : "            ") << shortNumber(range.minimum, kDigits) << " to " << shortNumber(range.maximum, kDigits);
    if (cloud.origin()[size_t(k)] != 0) std::cout << "  (kept less an origin of " << numberText(cloud.origin()[size_t(k)]) << ')';
    std::cout << '\n';
  }
  if (file.crs.known()) std::cout << "system      " << printable(file.crsText) << '\n';
  for (const char* title = "attributes  "; const Attribute& attribute : cloud.attributes()) {
    const std::optional<Range> range = rangeOf(attribute.values);
    std::cout << std::exchange(title, "            ") << printable(attribute.name) << ": "
              << (range ? shortNumber(range->minimum, kDigits) + " to " + shortNumber(range->maximum, kDigits) : "no values") << '\n';
  }
  std::cout << classesText(classCounts(cloud));
  if (const double suggested = suggestRadius(cloud, stop); suggested > 0) std::cout << "suggested   --r1 " << numberText(suggested) << '\n';
  if (plan) std::cout << planText(*plan);
}

/// Where --r1 or --max-memory asks for it.
std::optional<DetectionPlan> planFor(const ParamFlags& flags, const PointCloud& cloud, const std::stop_token& stop) {
  const bool bounded = flags.given(kMaxMemoryParam);
  if (!bounded && !flags.given(kR1Param)) return {};
  Job job;
  flags.apply(job.params);
  if (job.r1() == 0) job.params.set(kR1Param, suggestRadius(cloud, stop));
  if (job.r1() == 0) return {};
  const uint64_t allowed = bounded ? uint64_t(job.params.get(kMaxMemoryParam)) << 20 : 0;
  return planOf(ArrayStream(cloud.points()), job, bytesOfEach(cloud.attributes()), allowed, stop);
}

}  // namespace

Run addInfo(CommandApp& app) {
  struct Options {
    std::vector<std::string> files;
    bool json = false;
    ReadFlags read;
    ParamFlags plan;
  };
  const auto options = std::make_shared<Options>();
  app.addInputs("FILE", options->files, "The point cloud; several files are one cloud.")->required();
  app.add_flag("--json", options->json, "As JSON: points, finite, dimension, bounds, attributes, warnings and more.");
  static constexpr const ParamInfo* kPlanParams[] = {&kR1Param, &kMaxMemoryParam};
  options->plan.add(app, kPlanParams, "What a detection of chains would take");
  options->read.add(app);
  return [options](std::stop_token stop) {
    const CloudFile file = readWithProgress(options->files, options->read, stop);
    const Filter filter = options->read.filter();
    const std::optional<DetectionPlan> plan = planFor(options->plan, file.cloud, stop);
    if (options->json) std::cout << jsonText(infoJson(options->files, file, filter, plan, stop));
    else printText(file, filter, plan, stop);
  };
}

}  // namespace arete::cli
