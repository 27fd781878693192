// Neighbours by every exact version, and in an index on disk, against all distances in a double loop, ties by index.
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>

#include "compute/chains/choose/stage.h"
#include "compute/chains/decimate/stage.h"
#include "compute/chains/evolve/stage.h"
#include "compute/chains/order/stage.h"
#include "compute/core/large_vector.h"
#include "compute/neighbours/knn/stage.h"
#include "compute/neighbours/outofcore/build_index.h"
#include "compute/neighbours/outofcore/disk_search.h"
#include "compute/tiles/stage.h"
#include "tests/fuzz/answer_try.h"

namespace arete::fuzz {

namespace {

constexpr CloudWish kNeighbourClouds{.mostDimensions = kMaxDimension, .mostPoints = 300};
constexpr uint32_t kMostLoops = 1 << 20;         // pairs that the plain loop looks at
constexpr uint32_t kMostAnswers = 1 << 16;       // queries times neighbours
constexpr size_t kIndexMemory_bytes = 32 << 20;  // the least that --max-memory takes; wide clouds of many dimensions need more cells

struct Asked {
  PointArray reference, queries;
  uint32_t k = 1;
  bool isItself = false, excludeSelf = false;

  const PointArray& asking() const { return isItself ? reference : queries; }
};

/// A neighbour with its distance in hexadecimal digits, which are all of its bits.
template <class T>
void append(std::string& text, uint32_t index, T squared) {
  std::array<char, 40> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), squared, std::chars_format::hex).ptr;
  text.append(std::to_string(index)).append(1, ' ').append(digits.data(), end).append(1, '\n');
}

/// The sum of squares in the coordinate's type, axis after axis; then the neighbours nearest first, of equal ones the lower index.
template <class T>
std::string plainAnswer(const Asked& asked) {
  std::string text;
  for (uint32_t query = 0; query < asked.asking().size(); ++query) {
    std::vector<std::pair<T, uint32_t>> all;
    for (uint32_t i = 0; i < asked.reference.size(); ++i) {
      if (asked.excludeSelf && i == query) continue;
      T sum = 0;
      for (int axis = 0; axis < asked.reference.dimension(); ++axis) {
        const T apart = T(asked.asking().coordinate(query, axis)) - T(asked.reference.coordinate(i, axis));
        sum = sum + apart * apart;
      }
      all.emplace_back(sum, i);
    }
    std::partial_sort(all.begin(), all.begin() + asked.k, all.end());
    for (uint32_t i = 0; i < asked.k; ++i) append(text, all[i].second, all[i].first);
  }
  return text;
}

std::string told(const Neighbours& found) {
  std::string text;
  std::visit(
      [&](const auto& squared) {
        for (size_t i = 0; i < found.indices.size(); ++i) append(text, found.indices[i], squared[i]);
      },
      found.squaredDistances);
  return text;
}

/// Where a row of the catalogue has a limit, its refusal says so; all others answer.
void tryVersion(const Asked& asked, const Version& version, const ParamValues& params, int threads, const Outcome& expected) {
  Job job;
  const std::string way = std::string(version.id) + ", k " + std::to_string(asked.k) + ", " + std::to_string(threads) + " threads";
  job.backend = version.backend;
  Device& device = deviceOf(job, threads);
  const auto searcher = makeSearcher(version.as<Stage::knn>(), {asked.reference, params}, {device, {}, {}});
  for (int turn = 0; turn < 2; ++turn) {
    const Outcome found = outcomeOf([&] { return told(searcher->query({asked.asking(), asked.k, asked.excludeSelf}, {device, {}, {}})); });
    if (!found.refused || version.limit.empty()) expectSame(expected, found, way);
  }
}

/// Built, opened again, and asked in batches; `kept`: as a file with a name.
template <class T>
std::string onDisk(const Asked& asked, uint32_t leafCapacity, bool kept, Device& device) {
  namespace disk = outofcore;
  const std::filesystem::path folder = std::filesystem::temp_directory_path(), path = folder / ("arete-fuzz-index-" + std::to_string(getpid()));
  const disk::BuildOptions options{.leafCapacity = leafCapacity, .memory_bytes = kIndexMemory_bytes};
  const ArrayStream stream(asked.reference);
  const StageContext here{device, {}, {}};
  DiskFile file = kept ? disk::buildIndex(stream, path, options, here) : disk::buildTemporaryIndex(stream, folder, options, here);
  if (kept) std::filesystem::remove(path);
  const disk::LeafIndex<T> index(std::move(file));
  const auto inLeaf = cpu::leafSearchInBlocks.make<T>(index.info().dimension, {});
  disk::DiskSearch<T> search(index, *inLeaf, kIndexMemory_bytes);
  std::vector<std::string> answers(asked.asking().size());
  const auto take = [&](const disk::QueryBatch<T>& batch) {
    for (uint32_t i = 0; i < batch.count(); ++i)
      for (uint32_t n = 0; n < asked.k; ++n)
        append(answers[batch.names[i]], batch.indices[size_t(i) * asked.k + n], batch.distances[size_t(i) * asked.k + n]);
  };
  if (asked.isItself) search.ofItself(asked.k, asked.excludeSelf, take, here);
  else search.of(ArrayStream(asked.queries), asked.k, asked.excludeSelf, folder, take, here);
  std::string text;
  for (const std::string& answer : answers) text += answer;
  return text;
}

/// Points of the cloud, some of them moved a little or far.
PointArray queriesFrom(const RandomCloud& points, const PointArray& reference, uint32_t count, Random& random) {
  PointArray queries(reference.scalar(), reference.dimension(), count);
  for (uint32_t i = 0; i < queries.size(); ++i) {
    const auto like = uint32_t(random.below(reference.size()));
    const double away = random.oneIn(2) ? 0 : points.unit * random.uniform(-1, 1) * (random.oneIn(8) ? 100 : 0.1);
    for (int k = 0; k < queries.dimension(); ++k) {
      queries.setCoordinate(i, k, reference.coordinate(like, k) + (random.oneIn(3) ? 0 : away));
      if (!std::isfinite(queries.coordinate(i, k))) queries.setCoordinate(i, k, reference.coordinate(like, k));
    }
  }
  return queries;
}

/// Queries that leave themselves out are as many as the points.
Asked randomAsked(const RandomCloud& points, const PointArray& reference, Random& random) {
  const uint32_t n = reference.size();
  const bool isFew = uint64_t(n) * n <= kMostLoops;
  Asked asked{reference, {}, 1, isFew && random.oneIn(2), isFew && n > 1 && random.oneIn(2)};
  asked.queries = queriesFrom(points, reference, asked.excludeSelf ? n : 1 + uint32_t(random.below(60)), random);
  for (PointArray* array : {&asked.reference, &asked.queries}) *array = array->withLayout(random.oneIn(2) ? Layout::row : Layout::column);
  const uint32_t most = std::min({n - uint32_t(asked.excludeSelf), kMostNeighbours, std::max(kMostAnswers / asked.asking().size(), 1U)});
  asked.k = random.oneIn(4) ? most : random.oneIn(3) ? 1 : 1 + uint32_t(random.below(std::min(most, 40U)));
  return asked;
}

template <class T>
bool tryAll(const Asked& asked, Random& random) {
  const Outcome expected{plainAnswer<T>(asked), false};
  for (const Version& version : versions(Stage::knn)) {
    if (!version.exact || !version.available()) continue;
    ParamValues params;
    for (const ParamInfo* info : version.parameters)
      if (info == &kLeafCapacityParam && random.oneIn(2)) params.set(*info, double(kLeafCapacityParam.minimum));
    tryVersion(asked, version, params, randomThreads(random), expected);
  }
  const auto leafCapacity = uint32_t(1 + random.below(70));
  const bool kept = random.oneIn(2);
  const int threads = randomThreads(random);
  expectSame(expected, outcomeOf([&] { return onDisk<T>(asked, leafCapacity, kept, deviceOf(Job(), threads)); }),
             "on disk, leaves of " + std::to_string(leafCapacity) + ", k " + std::to_string(asked.k));
  return true;
}

bool run(std::string_view input) {
  const std::optional<AnswerTry> which = tryFrom(input);
  if (!which) return false;
  Random random(which->job);
  const RandomCloud points = which->points(kNeighbourClouds);
  std::optional<PointCloud> cloud;
  if (outcomeOf([&] { return cloud = points.cloud(), ""; }).refused || cloud->empty()) return false;
  const Asked asked = randomAsked(points, cloud->points(), random);
  return withScalarType(cloud->scalar(), [&]<class T>() { return tryAll<T>(asked, random); });
}

std::vector<std::string> smaller(std::string_view input) { return smallerTries(input, kNeighbourClouds); }
std::string saved(std::string_view input, const std::string& path) { return savedTry(input, kNeighbourClouds, path); }

}  // namespace

const Target kTarget = {.seeds = firstTries, .run = run, .next = nextTry, .smaller = smaller, .saved = saved};

}  // namespace arete::fuzz
