// Chains by every way that promises the bits of the references: versions, threads, parts, tiles, points on disk, checkpoints, scattered order, and
// the cloud times a power of two.
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <numeric>

#include "compute/chains/parts/partition.h"
#include "compute/core/grid_shape.h"
#include "compute/core/hash.h"
#include "compute/engine/run_job.h"
#include "compute/filter/apply.h"
#include "compute/io/checkpoint.h"
#include "compute/ondisk/disk_detection.h"
#include "compute/ranks/rank_steps.h"
#include "tests/fuzz/answer_try.h"
#include "tests/fuzz/thread_ranks.h"

namespace arete::fuzz {

namespace {

constexpr CloudWish kChainClouds{.mostPoints = 220};
constexpr uint32_t kMostIterations = 300;  // what has not ended by then is compared as it stands

/// Everything about a frame at its end that no way may change.
std::string told(const Frame& frame, bool withOrigins = true) {
  std::string text = frame.converged ? "converged" : "stopped";
  for (const StepRecord& step : *frame.history)
    for (const uint64_t number : {uint64_t(step.stage), uint64_t(step.round), uint64_t(step.chosen), uint64_t(step.moved), uint64_t(step.removed)})
      text += ' ' + std::to_string(number);
  text += " hash " + frame.hash;
  for (const uint64_t origin : frame.chosenOrigin)
    if (withOrigins) text += ' ' + std::to_string(origin);
  return text;
}

/// What decides: radii, limits, the parameters of the references, tiles now and then.
Job randomChains(const RandomCloud& cloud, Random& random) {
  Job job;
  const double r1 = cloud.unit * (random.oneIn(3) ? 1 : random.uniform(0.5, 2)) * std::ldexp(1, -int(random.below(6)));
  job.params.set(kR1Param, std::clamp(r1, 1e-300, kR1Param.maximum));
  if (random.oneIn(4)) job.params.set(kR2Param, std::clamp(r1 * random.uniform(0.5, 5), 1e-300, kR2Param.maximum));
  job.params.set(kMaxIterationsParam, random.oneIn(4) ? double(1 + random.below(20)) : kMostIterations);
  const bool inTiles = random.oneIn(5);
  for (const Stage stage : kChainStages)
    for (const ParamInfo* info : versions(stage)[0].parameters) job.params.set(*info, randomValue(*info, random));
  if (!inTiles) return job;
  job.params.set(kTileDetectionParam, 1 + double(random.below(2)));
  job.params.set(kSmoothingParam, randomValue(kSmoothingParam, random));
  for (const ParamInfo* info : versions(Stage::tile)[0].parameters) job.params.set(*info, randomValue(*info, random));
  return job;
}

/// The ways, all of one cloud and job.
class ChainTry {
 public:
  ChainTry(const RandomCloud& points, PointCloud cloud, Job job, Random& random)
      : points_(points), cloud_(std::move(cloud)), asked_(std::move(job)), random_(random) {}

  /// Whether there is an answer.
  bool run() {
    const Job references = byReferences(asked_, stages_);
    expected_ = outcomeOf([&] { return stepped(references, deviceOf(references, 1), nullptr); });
    expectSame(ofTheEnd(), outcomeOf([&] { return atOnce(asked_, 2); }), "the default versions on 2 threads");
    constexpr int kWays = 3;
    for (int i = 0; i < kWays; ++i) tryVersions();
    if (random_.oneIn(2)) tryScattered();
    if (asked_.tileDetection() != TileDetection::whole || expected_.refused) return !expected_.refused;
    if (random_.oneIn(2)) tryResumed();
    if (random_.oneIn(2)) tryOnDisk();
    if (random_.oneIn(2)) tryRanks(cpu::RankedOrder::numbers, expected_);
    if (random_.oneIn(3)) tryScaled();
    return true;
  }

 private:
  /// Step by step; `hashes` gets the hash after each.
  std::string stepped(const Job& job, Device& device, const std::vector<std::string>* expected) {
    Detector detector(cloud_, job, device, {});
    std::vector<std::string> hashes;
    for (;; detector.advance(StepKind::one, {})) {
      hashes.push_back(detector.frame(true, false, {})->hash);
      if (expected != nullptr && (hashes.size() > expected->size() || hashes.back() != (*expected)[hashes.size() - 1]))
        fail(wayOf(job, stages_, 0) + ": another hash after step " + std::to_string(hashes.size() - 1));
      if (detector.finished()) break;
    }
    if (expected == nullptr) hashes_ = hashes;
    const std::string text = told(*detector.frame(true, false, {}));
    if (hashes.size() > 1 && expected != nullptr) checkBack(detector, job);
    return text;
  }
  /// Past steps once more.
  void checkBack(Detector& detector, const Job& job) {
    const auto step = uint32_t(random_.below(hashes_.size()));
    detector.goTo(step, {});
    require(detector.frame(true, false, {})->hash == hashes_[step],
            wayOf(job, stages_, 0) + ": another hash after going back to step " + std::to_string(step));
  }
  std::string atOnce(const Job& job, int threads) { return told(*runJobOn(deviceOf(job, threads), cloud_, job, {}, {})); }
  const Outcome& ofTheEnd() const { return expected_; }

  Job randomJob() {
    Job job = randomVersions(asked_, stages_, random_);
    job.params.set(kCloudLayoutParam, randomValue(kCloudLayoutParam, random_));
    return job;
  }

  void tryVersions() {
    const Job job = randomJob();
    const int threads = randomThreads(random_);
    const bool isStepped = !expected_.refused && random_.oneIn(3);
    expectSame(expected_, outcomeOf([&] { return isStepped ? stepped(job, deviceOf(job, threads), &hashes_) : atOnce(job, threads); }),
               wayOf(job, stages_, threads) + (isStepped ? ", step by step" : ""));
  }

  /// From a step on, by other versions; half of the time through a file.
  void tryResumed() {
    const Job before = randomJob(), after = randomJob();
    const int threads = randomThreads(random_);
    const auto step = uint32_t(random_.below(hashes_.size()));
    const bool isWritten = random_.oneIn(2);
    expectSame(expected_, outcomeOf([&] {
                 Detector detector(cloud_, before, deviceOf(before, threads), {}, {.historyBytes = 0});
                 detector.goTo(step, {});
                 Checkpoint checkpoint = detector.checkpoint();
                 if (isWritten) checkpoint = throughFile(checkpoint);
                 JobRun run;
                 run.from = std::make_shared<const Checkpoint>(std::move(checkpoint));
                 return told(*runJobOn(deviceOf(after, threads), cloud_, after, run, {}));
               }),
               wayOf(before, stages_, threads) + ", to step " + std::to_string(step) + ", then " + wayOf(after, stages_, threads));
  }
  static Checkpoint throughFile(const Checkpoint& checkpoint) {
    const std::filesystem::path path = std::filesystem::temp_directory_path() / ("arete-fuzz-checkpoint-" + std::to_string(getpid()));
    writeCheckpoint(path, checkpoint);
    Checkpoint read = readCheckpoint(path);
    std::filesystem::remove(path);
    return read;
  }

  /// In as little memory as it takes, so that points go to the disk and come back.
  void tryOnDisk() {
    const uint64_t allowed = kProgramBytes + (uint64_t(1) << (14 + random_.below(8)));
    const int threads = randomThreads(random_);
    const PointArray rows = cloud_.points().withLayout(Layout::row);
    const ArrayStream stream(rows);
    const bool isStepped = random_.oneIn(2);
    bool tooLittle = false;
    const Outcome found = outcomeOf([&]() -> std::string {
      try {
        const DiskDetection made = diskDetection(stream, asked_, {.allowed_bytes = allowed, .everyStep = isStepped}, {});
        JobRun run;
        if (isStepped) run.step = [](Detector&) {};
        return told(*runJobOn(deviceOf(asked_, threads), made.facts, made.makeSteps, made.job, run, {}));
      } catch (const Error& error) {
        tooLittle = error.where() == "--max-memory" || error.hint().find("--max-memory") != std::string::npos;
        throw;
      }
    });
    if (!tooLittle) expectSame(expected_, found, "on disk within " + std::to_string(allowed) + " bytes, " + std::to_string(threads) + " threads");
  }

  /// Every rank has some of the points, by their numbers, and all find the same.
  void tryRanks(cpu::RankedOrder order, const Outcome& expected) {
    constexpr size_t kMostRanks = 5;
    if (!withScalarType(cloud_.scalar(), [&]<class T>() { return gridSuits<T>(asked_.r1()); })) return;  // ranks refuse it, with this reason
    const auto count = uint32_t(1 + random_.below(kMostRanks));
    Job job = asked_;
    job.versionIds[size_t(Stage::decimate)] = ranks::kDecimateInParts, job.versionIds[size_t(Stage::order)] = ranks::kOrderInParts;
    job.params.set(kPartitionParam, randomValue(kPartitionParam, random_));
    job.params.set(kWholeUpToParam, random_.oneIn(2) ? 0 : kWholeUpToParam.defaultValue);
    std::vector<uint64_t> ends{0};
    for (uint32_t rank = 1; rank < count; ++rank) ends.push_back(random_.below(size_t(cloud_.size()) + 1));
    ends.push_back(cloud_.size());
    std::ranges::sort(ends);
    std::vector<Outcome> found(count);
    onRanks(count, [&](ThreadRanks& own) {
      cpu::RankedPoints points = shareOf(ends[own.rank()], ends[own.rank() + 1]);
      points.order = order;
      const auto device = makeCpuDevice(1);
      const auto makeSteps = [&](const PointCloud& nowhere, const Job& ownJob) { return ranks::makeRankSteps(nowhere, points, ownJob, own); };
      const CloudFacts facts = points.facts;
      found[own.rank()] = outcomeOf([&] { return told(*runJobOn(*device, facts, makeSteps, job, {}, {}), order == cpu::RankedOrder::numbers); });
    });
    for (const Outcome& each : found) expectSame(expected, each, std::to_string(count) + " ranks, " + wayOf(job, stages_, 1));
  }
  cpu::RankedPoints shareOf(uint64_t first, uint64_t end) const {
    constexpr uint64_t kSample = 512;  // as many as ranks take of all points
    const PointArray rows = cloud_.points().withLayout(Layout::row);
    std::vector<uint32_t> own(end - first), sample(std::min<uint64_t>(rows.size(), kSample));
    std::iota(own.begin(), own.end(), uint32_t(first));
    for (size_t i = 0; i < sample.size(); ++i) sample[i] = uint32_t(uint64_t(rows.size()) * i / sample.size());
    return {.facts = factsOf(cloud_), .points = rows.subset(own), .sample = rows.subset(sample), .before = first};
  }

  /// The answer in scattered order depends on the set of points alone.
  void tryScattered() {
    const std::vector<uint32_t> order = shuffledOrder(points_.size(), random_);
    const Job other = randomJob();
    const auto answer = [&](const RandomCloud& points, const Job& job) {
      return outcomeOf([&] {
        Filter filter;
        filter.order = PointOrder::scattered;
        Device& device = deviceOf(job, 2);
        return told(*runJobOn(device, filtered(points.cloud(), filter, device.threads()), job, {}, {}), false);
      });
    };
    const Outcome once = answer(points_, asked_);
    expectSame(once, answer(points_.subset(order), other), "in scattered order, of permuted points, " + wayOf(other, stages_, 2));
    if (asked_.tileDetection() == TileDetection::whole && !once.refused) tryRanks(cpu::RankedOrder::scattered, once);
  }

  /// The cloud and its radii times a power of two, where that is the same cloud.
  void tryScaled() {
    const int power = int(random_.below(80)) - 40;
    RandomCloud scaled = points_;
    for (double& x : scaled.rows) x = std::ldexp(x, power);
    Job job = asked_;
    for (const ParamInfo* radius : {&kR1Param, &kR2Param}) {
      const double value = std::ldexp(job.params.get(*radius), power);
      if (value > radius->maximum) return;
      job.params.set(*radius, value);
    }
    const std::optional<PointCloud> cloud = sameTimes(scaled, power);
    if (!cloud) return;
    const Outcome once = outcomeOf([&] { return unscaled(cloud_, asked_, 0); }), found = outcomeOf([&] { return unscaled(*cloud, job, power); });
    if (!found.refused) expectSame(once, found, "times 2^" + std::to_string(power));
  }
  /// Nothing where it is another cloud: refused, of another type, centred elsewhere, or with fewer digits.
  std::optional<PointCloud> sameTimes(const RandomCloud& scaled, int power) const {
    try {
      PointCloud cloud = PointCloud::recentred(scaled.rows, scaled.dimension, cloud_.scalar());
      for (uint32_t i = 0; i < cloud.size(); ++i)
        for (int k = 0; k < cloud.dimension(); ++k) {
          const double here = cloud_.points().coordinate(i, k), there = cloud.points().coordinate(i, k);
          const bool hasDigits =
              cloud.scalar() == Scalar::float64 ? true : there == 0 || std::abs(there) >= double(std::numeric_limits<float>::min());
          if (std::ldexp(here, power) != there || std::ldexp(there, -power) != here || !hasDigits) return {};
        }
      if (!cloud.distancesInRange()) return {};
      return cloud;
    } catch (const Error&) {
      return {};
    }
  }
  static std::string unscaled(const PointCloud& cloud, const Job& job, int power) {
    const auto frame = runJobOn(deviceOf(job, 2), cloud, job, {}, {});
    PointArray places = frame->chosen.withScalar(Scalar::float64);
    for (uint32_t i = 0; i < places.size(); ++i)
      for (int k = 0; k < places.dimension(); ++k) places.setCoordinate(i, k, std::ldexp(places.coordinate(i, k), -power));
    return curveHash(places, frame->curve.edges);
  }

  const RandomCloud& points_;
  const PointCloud cloud_;
  const Job asked_;
  Random& random_;
  const std::vector<Stage> stages_ = [this] {
    std::vector<Stage> all(kChainStages.begin(), kChainStages.end());
    if (asked_.tileDetection() != TileDetection::whole) all.insert(all.end(), kTileStages.begin(), kTileStages.end());
    return all;
  }();
  Outcome expected_;
  std::vector<std::string> hashes_;  // of the references, by step
};

bool run(std::string_view input) {
  const std::optional<AnswerTry> which = tryFrom(input);
  if (!which) return false;
  Random random(which->job);
  const RandomCloud points = which->points(kChainClouds);
  std::optional<PointCloud> cloud;
  const Outcome made = outcomeOf([&] { return cloud = points.cloud(), ""; });
  return !made.refused && ChainTry(points, *cloud, randomChains(points, random), random).run();
}

std::vector<std::string> smaller(std::string_view input) { return smallerTries(input, kChainClouds); }
std::string saved(std::string_view input, const std::string& path) { return savedTry(input, kChainClouds, path); }

}  // namespace

const Target kTarget = {.seeds = firstTries, .run = run, .next = nextTry, .smaller = smaller, .saved = saved};

}  // namespace arete::fuzz
