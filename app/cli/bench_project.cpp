// bench project: a cloud projected onto the curve that is found in it, by every version. The floor is what the memory allows: the coordinates must be
// read and the places written, each once, at the speed at which the same threads copy memory.
#include <chrono>

#include "app/cli/bench.h"
#include "app/cli/copy_speed.h"
#include "app/cli/progress.h"
#include "compute/core/error.h"
#include "compute/engine/run_job.h"
#include "compute/measures/projection/contract.h"

namespace arete::cli {

namespace {

constexpr uint64_t kMostPairs = 4'000'000'000;  // of points and edges: more takes the reference minutes

/// Every so many points, so that the reference can be run on them.
PointArray sampleOf(const PointArray& points, size_t edges) {
  const uint64_t every = 1 + uint64_t(points.size()) * edges / kMostPairs;
  std::vector<uint32_t> which;
  for (uint64_t i = 0; i < points.size(); i += every) which.push_back(uint32_t(i));
  return points.subset(which);
}

double millisecondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

Json measure(const ProjectionVersion& version, const PointArray& points, const CurveEdges& curve, int repeat, double copied,
             const StageContext& context) {
  constexpr double kMillion = 1e6;
  const BenchRow row = timed(repeat, [&] {
    const auto start = std::chrono::steady_clock::now();
    version.function(points, curve, context);
    return BenchRun{millisecondsSince(start)};
  });
  const double floor = double(points.bytes() + points.size() * sizeof(CurvePlace)) / copied * 1e3;
  return {{"version", std::string(version.id)},
          {"threads", &version == &projectionVersions().front() ? 1 : context.device.threads().size()},
          {"points", points.size()},
          {"dimension", points.dimension()},
          {"edges", curve.edges.size()},
          {"floor_ms", floor},
          {"median_ms", row.median},
          {"min_ms", row.minimum},
          {"million_points/s", points.size() / row.median * 1e3 / kMillion},
          {"share_of_the_floor", floor / row.median}};
}

void measureAll(const BenchInput& input, const BenchOptions& options, const StageContext& context, double copied, Json& rows) {
  const std::shared_ptr<const Frame> frame = runJobOn(context.device, input.cloud, input.job, {}, context.stop);
  const CurveEdges curve = edgesOf(frame->curve);
  const PointArray sample = sampleOf(input.cloud.points(), curve.edges.size());
  const CurvePlaces expected = projectionVersions().front().function(sample, curve, context);
  for (const ProjectionVersion& version : projectionVersions()) {
    if (version.function(sample, curve, context) != expected)
      throw Error(ErrorKind::internal, "the answers differ, so they are not timed", std::string(version.id), "places are not those of the reference");
    const bool isReference = &version == &projectionVersions().front();
    rows.push_back(measure(version, isReference ? sample : input.cloud.points(), curve, isReference ? 1 : options.repeat, copied, context));
  }
}

}  // namespace

Json benchProject(const BenchOptions& options, Device& device, std::stop_token stop) {
  Json rows = Json::array();
  Progress progress;
  const double copied = copySpeed(device.threads().size());
  const StageContext context{device, stop, {}};
  if (!options.cloud.empty()) {
    progress.show(0, options.cloud);
    measureAll(makeInput(options, 0, 0, device, stop), options, context, copied, rows);
    return rows;
  }
  for (const auto& [dimension, points] : cloudsOf(options)) {
    progress.show(0, points + " points, " + std::to_string(dimension) + "D");
    measureAll(makeInput(options, pointCount(points), dimension, device, stop), options, context, copied, rows);
  }
  return rows;
}

}  // namespace arete::cli
