// bench read: files from the page cache, by format and number of threads. The floor is what the memory allows: the file's bytes must come out of the
// page cache and the cloud's must be written, each once, at the speed at which the same threads copy memory.
#include <algorithm>
#include <chrono>

#include "app/cli/bench.h"
#include "app/cli/bench_read_files.h"
#include "app/cli/copy_speed.h"
#include "app/cli/progress.h"
#include "compute/core/error.h"
#include "compute/io/read_cloud.h"

namespace arete::cli {

namespace {

using Clock = std::chrono::steady_clock;

uint64_t bytesOf(const PointCloud& cloud) { return cloud.points().bytes() + cloud.size() * uint64_t(bytesOfEach(cloud.attributes())); }

bool sameBits(const PointCloud& a, const PointCloud& b) {
  if (a.points() != b.points() || a.origin() != b.origin() || a.attributes().size() != b.attributes().size()) return false;
  return std::ranges::equal(a.attributes(), b.attributes(), {}, &Attribute::values, &Attribute::values);
}

/// What --threads says, else one thread and all of them.
std::vector<int> threadNumbers(const BenchOptions& options, Device& device) {
  if (options.threads > 0) return {options.threads};
  const int all = device.threads().size();
  return all > 1 ? std::vector<int>{1, all} : std::vector<int>{1};
}

struct Reading {
  ReadOptions read;
  int repeat;
  std::stop_token stop;
};

Json measure(const BenchFile& file, const CloudFile& expected, int threads, double copied, Reading how) {
  constexpr double kMillion = 1e6;
  how.read.threads = threads;
  if (!sameBits(readCloud(file.path, how.read, how.stop).cloud, expected.cloud))
    throw Error(ErrorKind::internal, "the clouds differ, so they are not timed", file.path.string(),
                plural(uint64_t(threads), "thread") + " and one");
  const BenchRow row = timed(how.repeat, [&] {
    const auto start = Clock::now();
    const CloudFile read = readCloud(file.path, how.read, how.stop);
    return BenchRun{secondsSince(start) * 1e3};
  });
  const auto bytes = double(std::filesystem::file_size(file.path)), kept = double(bytesOf(expected.cloud));
  const double seconds = row.median / 1e3, floor = (bytes + kept) / copied;
  return {{"format", file.what},
          {"threads", threads},
          {"points", expected.pointsInFile},
          {"file_MB", bytes / kMillion},
          {"cloud_MB", kept / kMillion},
          {"memcpy_MB/s", copied / kMillion},
          {"floor_ms", floor * 1e3},
          {"median_ms", row.median},
          {"min_ms", row.minimum},
          {"million_points/s", double(expected.pointsInFile) / seconds / kMillion},
          {"MB/s", bytes / seconds / kMillion},
          {"share_of_the_floor", floor / seconds}};
}

void measureAll(const std::vector<BenchFile>& files, const BenchOptions& options, Device& device, const Reading& how, Json& rows) {
  Progress progress;
  for (const int threads : threadNumbers(options, device)) {
    const double copied = copySpeed(threads);
    for (const BenchFile& file : files) {
      progress.show(0, file.what + ", " + plural(uint64_t(threads), "thread"));
      ReadOptions alone = how.read;
      alone.threads = 1;
      rows.push_back(measure(file, readCloud(file.path, alone, how.stop), threads, copied, how));
    }
  }
}

}  // namespace

Json benchRead(const BenchOptions& options, Device& device, std::stop_token stop) {
  Json rows = Json::array();
  Reading how{{}, options.repeat, stop};
  if (!options.cloud.empty()) {
    const CloudFile file = readCloud(options.cloud, {}, stop);
    measureAll({{file.format, options.cloud}}, options, device, how, rows);
    return rows;
  }
  for (const auto& [dimension, points] : cloudsOf(options)) {
    const BenchFolder folder;
    const BenchInput input = makeInput(options, pointCount(points), dimension, device, stop);
    how.read.dimension = dimension;  // raw rows do not say it
    measureAll(writeBenchFiles(input.cloud, folder.path()), options, device, how, rows);
  }
  return rows;
}

}  // namespace arete::cli
