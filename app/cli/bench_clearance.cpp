// bench clearance: distances of points from eight wires over three bays, as they hang and while they swing. Points come line after line as from
// a scanner, most of them from the ground. The floor is what the memory allows: coordinates read and a place written for each, at the speed at which
// the same threads copy memory.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>

#include "app/cli/bench.h"
#include "app/cli/copy_speed.h"
#include "app/cli/progress.h"
#include "compute/core/error.h"
#include "compute/core/philox.h"
#include "compute/wires/clearance.h"

namespace arete::cli {

namespace {

constexpr double kWide = 1000, kHigh = 60, kSwing = 0.5;  // metres; radians

std::vector<Span> spansOverATile() {
  constexpr int kBays = 3, kWires = 8, kAcross = 4;
  constexpr double kBay = 300, kConstant = 900, kBetween = 5, kStorey = 6, kLowest = 20;
  std::vector<Span> spans;
  for (int bay = 0; bay < kBays; ++bay)
    for (int wire = 0; wire < kWires; ++wire) {
      const double y = kWide / 2 + kBetween * (wire % kAcross - (kAcross - 1) / 2.0), z = kLowest + kStorey * (wire / kAcross);
      spans.emplace_back().curve = hangingBetween({50 + kBay * bay, y, z}, {50 + kBay * (bay + 1), y, z + 3}, {1, 0, 0}, {0, 0, 1}, 1 / kConstant);
    }
  return spans;
}

PointArray pointsOverATile(uint32_t count, uint64_t seed, ThreadPool& threads) {
  constexpr double kOnGround = 0.7;
  const double lines = std::max(1.0, std::floor(std::sqrt(double(count)))), perLine = count / lines;
  PointArray points = PointArray::toBeWritten(Scalar::float32, 3, count);
  threads.forEachRange(count, 1 << 14, [&](size_t begin, size_t end, int) {
    for (size_t i = begin; i < end; ++i) {
      shared::IndexedRandom random(seed, uint32_t(i));
      const double line = std::floor(double(i) / perLine), within = (double(i) - line * perLine + random.uniform()) / (perLine + 1);
      points.at<float>(i, 0) = float(kWide * within), points.at<float>(i, 1) = float(kWide * (line + random.uniform()) / (lines + 1));
      const double what = random.uniform(), share = random.uniform();
      points.at<float>(i, 2) = float(what < kOnGround ? share : kHigh * share * share);
    }
  });
  return points;
}

/// Processor time of all threads: what a machine that does nothing else would need, times its cores.
double processorSeconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  constexpr double kPerNanosecond = 1e-9;
  return double(now.tv_sec) + double(now.tv_nsec) * kPerNanosecond;
}

/// The answers are compared with a look at every span for some of the points.
void compareWithAll(const std::vector<Span>& spans, double swing, const WireBox& box, const PointArray& points, const StageContext& context) {
  std::vector<Catenary> curves;
  for (const Span& span : spans) curves.push_back(span.curve);
  const WireSearch search(curves, swing, box, context);
  constexpr uint32_t kSome = 20'000;
  for (uint32_t i = 0; i < std::min(kSome, points.size()); ++i) {
    const shared::Vector3 place{points.coordinate(i, 0), points.coordinate(i, 1), points.coordinate(i, 2)};
    if (search.nearest(place) != search.nearestOfAll(place))
      throw Error(ErrorKind::internal, "the answers differ, so they are not timed", "point " + std::to_string(i), "a nearer span was left out");
  }
}

}  // namespace

Json benchClearance(const BenchOptions& options, Device& device, std::stop_token stop) {
  constexpr double kMillion = 1e6;
  const double copied = copySpeed(device.threads().size());
  const StageContext context{device, stop, {}};
  const std::vector<Span> spans = spansOverATile();
  const WireBox box{{0, 0, 0}, {kWide, kWide, kHigh}};
  Json rows = Json::array();
  Progress progress;
  for (const std::string& count : options.points) {
    progress.show(0, count + " points");
    const PointArray points = pointsOverATile(uint32_t(pointCount(count)), options.seed, device.threads());
    for (const double swing : {0.0, kSwing}) {
      compareWithAll(spans, swing, box, points, context);
      double processor = INFINITY;
      const BenchRow row = timed(options.repeat, [&] {
        const auto start = std::chrono::steady_clock::now();
        const double before = processorSeconds();
        Clearance clearance(spans, {.limit = 5, .swing = swing}, box, context);
        constexpr uint32_t kAtATime = 1 << 20;
        for (uint32_t begin = 0; begin < points.size(); begin += kAtATime)
          clearance.add({points, begin, std::min(points.size(), begin + kAtATime), 0}, context);
        clearance.places();
        processor = std::min(processor, processorSeconds() - before);
        return BenchRun{1e3 * secondsSince(start)};
      });
      const double floor = double(points.bytes() + points.size() * sizeof(NearestWire)) / copied * 1e3;
      rows.push_back({{"swing_degrees", swing > 0 ? 28.6 : 0.0},
                      {"threads", device.threads().size()},
                      {"points", points.size()},
                      {"spans", spans.size()},
                      {"floor_ms", floor},
                      {"median_ms", row.median},
                      {"min_ms", row.minimum},
                      {"processor_ms", 1e3 * processor},
                      {"million_points/s", points.size() / row.median * 1e3 / kMillion},
                      {"share_of_the_floor", floor / row.median}});
    }
  }
  return rows;
}

}  // namespace arete::cli
