// Networks by references and by every other exact version of each stage, with any legal parameters, R1 given or found, on any number of threads, of
// points in any order, in memory and on disk: one hash.
#include <cmath>

#include "compute/core/machine_memory.h"
#include "compute/core/point_stream.h"
#include "compute/engine/run_job.h"
#include "compute/network/rules/network_params.h"
#include "compute/ondisk/disk_detection.h"
#include "tests/fuzz/answer_try.h"

namespace arete::fuzz {

namespace {

constexpr CloudWish kNetworkClouds{.fewestDimensions = 2, .mostDimensions = 3, .mostPoints = 400};

Job randomNetwork(const RandomCloud& cloud, Random& random) {
  Job job;
  job.params.set(kCurveParam, double(CurveKind::network));
  const double r1 = cloud.unit * random.uniform(0.5, 1) * std::ldexp(1, -int(random.below(5)));
  if (!random.oneIn(6)) job.params.set(kR1Param, std::clamp(r1, 1e-300, kR1Param.maximum));
  for (const Stage stage : kNetworkStages)
    for (const ParamInfo* info : versions(stage)[0].parameters)
      if (info->kind == ParamKind::choice || random.oneIn(4)) job.params.set(*info, randomValue(*info, random));
  if (!random.oneIn(12)) return job;
  job.params.set(kBootstrapParam, double(1 + random.below(4)));
  job.params.set(kConsensusParam, randomValue(kConsensusParam, random));
  return job;
}

/// What is told of a network: what must not depend on the order of its points, and all.
struct Told {
  Outcome brief, full;
};

std::string briefOf(const Frame& frame) {
  return "R1 " + frame.job.params.text(kR1Param) + " profile " + frame.job.params.text(kProfileParam) + " hash " + frame.hash;
}

std::string fullOf(const Frame& frame) {
  std::string text = briefOf(frame);
  for (const StepRecord& step : *frame.history)
    text += ' ' + std::to_string(uint64_t(step.stage)) + ':' + std::to_string(step.chosen) + ':' + std::to_string(step.edges);
  if (frame.support)
    for (const double support : frame.support->edgeSupport) text += ' ' + std::to_string(support);
  return text;
}

/// With R1 by the same versions where it is not given.
Told network(const RandomCloud& points, Job job, int threads) {
  Told told;
  std::string full;
  told.full = told.brief = outcomeOf([&] {
    const PointCloud cloud = points.cloud();
    Device& device = deviceOf(job, threads);
    suggestIfUnset(cloud, job, {{}, {}, [&](const Job&) -> Device& { return device; }, {}});
    checkJob(job);
    const auto frame = runJobOn(device, cloud, job, {}, {});
    full = fullOf(*frame);
    return briefOf(*frame);
  });
  if (!told.full.refused) told.full.text = full;
  return told;
}

/// A cloud in memory as a stream.
class CloudStream final : public PointStream {
 public:
  explicit CloudStream(const PointCloud& cloud) : rows_(cloud.points().withLayout(Layout::row)), origin_(cloud.origin()) {}

  uint64_t size() const override { return rows_.size(); }
  int dimension() const override { return rows_.dimension(); }
  Scalar scalar() const override { return rows_.scalar(); }
  PointCloud::Origin origin() const override { return origin_; }
  void read(uint64_t first, const Take& take, const std::stop_token& stop) const override { ArrayStream(rows_).read(first, take, stop); }

 private:
  const PointArray rows_;
  const PointCloud::Origin origin_;
};

/// The same with points on the disk, in as little memory as it takes; none where that is refused, as what needs all points is.
std::optional<Outcome> onDisk(const RandomCloud& points, const Job& job, int threads, Random& random) {
  const uint64_t allowed = kProgramBytes + (uint64_t(1) << (16 + random.below(8)));
  bool isRefused = false;
  const Outcome found = outcomeOf([&]() -> std::string {
    const CloudStream stream(points.cloud());
    std::optional<DiskDetection> made;
    try {
      made = diskDetection(stream, job, {.allowed_bytes = allowed}, {});
      return briefOf(*runJobOn(deviceOf(job, threads), made->facts, made->makeSteps, made->job, {}, {}));
    } catch (const Error& error) {
      isRefused = !made || error.where() == "--max-memory" || error.hint().find("--max-memory") != std::string::npos;
      throw;
    }
  });
  return isRefused ? std::nullopt : std::optional(found);
}

/// Where R1 is to be found, which takes twenty networks, only the first points, on few threads.
bool run(std::string_view input) {
  constexpr uint32_t kFew = 100;
  const std::optional<AnswerTry> which = tryFrom(input);
  if (!which) return false;
  Random random(which->job);
  RandomCloud points = which->points(kNetworkClouds);
  const Job asked = randomNetwork(points, random), references = byReferences(asked, kNetworkStages);
  const bool isSearched = asked.r1() == 0;
  if (isSearched) points.rows.resize(std::min(points.rows.size(), size_t(kFew) * size_t(points.dimension)));
  if (outcomeOf([&] { return points.cloud(), ""; }).refused) return false;
  const Told expected = network(points, references, 1), usual = network(points, asked, 2);
  expectSame(expected.full, usual.full, "2 threads, " + wayOf(asked, kNetworkStages, 2));
  if (!isSearched)
    if (const int threads = randomThreads(random); const auto found = onDisk(points, asked, threads, random))
      if (!usual.brief.refused || !found->refused)  // for the same reason in other words
        expectSame(usual.brief, *found, "on disk, " + std::to_string(threads) + " threads");
  const Job mixed = randomVersions(asked, kNetworkStages, random);
  const int threads = isSearched ? 1 : randomThreads(random);
  expectSame(expected.full, network(points, mixed, threads).full, wayOf(mixed, kNetworkStages, threads));
  const RandomCloud permuted = points.subset(shuffledOrder(points.size(), random));
  expectSame(usual.brief, network(permuted, asked, 1).brief, "permuted points, " + wayOf(asked, kNetworkStages, 1));
  return !expected.full.refused;
}

std::vector<std::string> smaller(std::string_view input) { return smallerTries(input, kNetworkClouds); }
std::string saved(std::string_view input, const std::string& path) { return savedTry(input, kNetworkClouds, path); }

}  // namespace

const Target kTarget = {.seeds = firstTries, .run = run, .next = nextTry, .smaller = smaller, .saved = saved};

}  // namespace arete::fuzz
