// bench leaves: neighbours within a cloud, searched on disk, for leaves from small to large. The index and the leaves are on disk, the
// cloud that they are made from is in memory. Some answers are compared with row 0 before a time is given.
#include <chrono>
#include <filesystem>

#include "app/cli/bench.h"
#include "app/cli/knn_cases.h"
#include "app/cli/progress.h"
#include "app/cli/text.h"
#include "compute/core/error.h"
#include "compute/neighbours/outofcore/build_index.h"
#include "compute/neighbours/outofcore/disk_search.h"

namespace arete::cli {

namespace {

using namespace outofcore;

constexpr uint32_t kNeighbours = 8, kChecked = 20;

/// The named version, else the device's.
const Version& versionOnDisk(const BenchOptions& options, const Device& device) {
  if (!options.versionIds.empty()) return findVersion(options.versionIds.front(), Stage::knn);
  for (const Version& version : versions(Stage::knn))
    if (version.leafSearch != nullptr && version.backend == device.backend()) return version;
  return versions(Stage::knn).front();
}

/// Row 0's answers for every count / kChecked-th point.
Neighbours expectedOf(const PointArray& points, const StageContext& context) {
  std::vector<uint32_t> which;
  for (uint32_t i = 0; i < kChecked; ++i) which.push_back(uint32_t(uint64_t(i) * points.size() / kChecked));
  const ParamValues params;
  const auto rowZero = versions(Stage::knn).front().as<Stage::knn>();
  return nearestNeighbours(rowZero, {points, params}, {points.subset(which), kNeighbours}, context);
}

Json measure(const Version& version, const PointArray& points, uint32_t leafCapacity, const ParamValues& params, const Neighbours& expected,
             const StageContext& context) {
  const size_t memory_bytes = size_t(params.get(kMaxMemoryParam)) << 20;
  auto start = std::chrono::steady_clock::now();
  const LeafIndex<float> index(buildTemporaryIndex(ArrayStream(points), std::filesystem::temp_directory_path(),
                                                   {.leafCapacity = leafCapacity, .memory_bytes = memory_bytes}, context));
  const double build_s = secondsSince(start);
  start = std::chrono::steady_clock::now();
  const auto inLeaf = version.leafSearch->make<float>(points.dimension(), params);
  DiskSearch<float> search(index, *inLeaf, memory_bytes);
  uint32_t differ = 0;
  search.ofItself(
      kNeighbours, false,
      [&](const QueryBatch<float>& batch) {
        const uint32_t* const indices = expected.indices.data();
        const float* const distances = expected.squared<float>().data();
        for (size_t i = 0; i < batch.count(); ++i)
          for (uint32_t c = 0; c < kChecked; ++c)
            if (batch.names[i] == uint64_t(c) * points.size() / kChecked)
              differ += !std::equal(indices + c * kNeighbours, indices + (c + 1) * kNeighbours, &batch.indices[i * kNeighbours]) ||
                        !std::equal(distances + c * kNeighbours, distances + (c + 1) * kNeighbours, &batch.distances[i * kNeighbours]);
      },
      context);
  const double search_s = secondsSince(start);
  if (differ > 0) throw Error(ErrorKind::internal, "the answers differ", version.id, "they are not those of row 0");
  const DiskCounts counts = search.counts();
  return {{"version", version.id},
          {"points", points.size()},
          {"dimension", points.dimension()},
          {"leaf_capacity", leafCapacity},
          {"leaves", index.leaves().size()},
          {"build_s", build_s},
          {"search_s", search_s},
          {"total_s", build_s + search_s},
          {"looked_into", counts.lookedInto},
          {"read", counts.cache.loaded},
          {"read_MB", double(counts.cache.bytes) / (1 << 20)}};
}

}  // namespace

Json benchLeaves(const BenchOptions& options, Device& device, std::stop_token stop) {
  const Version& version = versionOnDisk(options, device);
  if (version.leafSearch == nullptr)
    throw Error(ErrorKind::wrongUse, "nothing to measure", version.id, "it searches no clouds on the disk", "name a two_level version");
  const StageContext context{device, stop, {}};
  Progress progress;
  Json rows = Json::array();
  for (const auto& [dimension, count] : cloudsOf(options)) {
    const PointArray points = knnPoints(pointCount(count), dimension, false, options.seed);
    const Neighbours expected = expectedOf(points, context);
    for (const uint32_t capacity : options.leafCapacities) {
      progress.show(0, "leaves of " + countText(capacity) + " points");
      try {
        rows.push_back(measure(version, points, capacity, options.params, expected, context));
      } catch (const Error& error) {  // leaves that are too large or too many for the memory
        if (error.kind() != ErrorKind::wrongUse) throw;
      }
    }
  }
  if (rows.empty())
    throw Error(ErrorKind::wrongUse, "nothing to measure", "--max-memory", "no size of leaves fits into the memory allowed", "allow more");
  return rows;
}

}  // namespace arete::cli
