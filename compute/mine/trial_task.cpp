#include "compute/mine/trial_task.h"

#include <chrono>

#include "compute/check/clouds.h"

namespace arete::mine {

namespace {

std::string taskName(const std::string& cloud, const PointArray& points, Scalar scalar) {
  const std::string d = std::to_string(points.dimension()), type = scalar == Scalar::float32 ? "float" : "double";
  if (points.size() == 1) return cloud + " in " + d + "D, 1 point, " + type;
  return cloud + " in " + d + "D, " + std::to_string(points.size()) + " points, " + type;
}

/// The zoo for a stage, in both types and all dimensions.
class Zoo {
 public:
  Zoo(Stage stage, const StageContext& context) : stage_(stage), context_(context) {}

  void add(const std::string& name, const PointArray& points, double r1) {
    const Scalar scalar = tasks_.size() % 2 == 0 ? Scalar::float32 : Scalar::float64;
    PointCloud cloud(points.withScalar(scalar));
    TrialTask task{taskName(name, points, scalar), stage_, cloud, {}, r1, 0};
    if (stage_ == Stage::evolve) task.others = chosenIn(cloud, r1);
    if (stage_ == Stage::knn) {
      task.others = cloud.points();
      for (const uint32_t k : {1u, std::min(7u, points.size())}) task.k = k, tasks_.push_back(task);
      return;
    }
    tasks_.push_back(std::move(task));
  }

  void addWithoutChosen(const std::string& name, const PointArray& points) {
    add(name, points, 1);
    tasks_.back().others = PointArray(tasks_.back().cloud.scalar(), points.dimension(), 0);
  }

  std::vector<TrialTask> take() { return std::move(tasks_); }

 private:
  /// Some of the points, a third of them twice, for ties, and a third left out, so that some points belong to none.
  static PointArray chosenIn(const PointCloud& cloud, double r1) {
    const ParamValues none;
    const std::unique_ptr<Device> device = makeCpuDevice(1);
    const std::vector<uint32_t> chosen = versions(Stage::choose)[0].as<Stage::choose>()({cloud, r1, none}, {*device, {}, {}});
    std::vector<uint32_t> taken;
    for (size_t i = 0; i < chosen.size(); ++i)
      if (i % 3 != 1) taken.push_back(chosen[i]);
    for (size_t i = 0; i < chosen.size(); i += 3) taken.push_back(chosen[i]);
    return cloud.points().subset(taken);
  }

  const Stage stage_;
  const StageContext& context_;
  std::vector<TrialTask> tasks_;
};

PointArray movedChosen(const PointCloud& cloud, const PointArray& chosen, double r1, const StageContext& context) {
  const ParamValues none;
  const auto evolver = defaultVersion(Stage::evolve, Backend::cpu).as<Stage::evolve>()({cloud, r1, none}, context);
  evolver->reset(chosen, context);
  evolver->run(
      UINT32_MAX, [](const EvolveStep&) {}, EvolveVisit::counters, context);
  return evolver->chosen();
}

class Stopwatch {
 public:
  explicit Stopwatch(double* to) : to_(to) {}
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;
  ~Stopwatch() {
    if (to_ != nullptr) *to_ = std::chrono::duration<double, std::milli>(Clock::now() - start_).count();
  }

 private:
  using Clock = std::chrono::steady_clock;
  double* const to_;
  const Clock::time_point start_ = Clock::now();
};

TeachingNumbers flagsOf(const std::vector<uint32_t>& indices, size_t size) {
  TeachingNumbers flags;
  flags.resize(size);
  std::fill(flags.begin(), flags.end(), 0u);
  for (const uint32_t index : indices) flags[index] = 1;
  return flags;
}

}  // namespace

double TrialTask::pairs() const {
  const double n = cloud.size();
  return stage == Stage::evolve || stage == Stage::knn ? n * others.size() : n * n;
}

/// choose compares a point with the chosen ones before it; decimate with all others that are left.
static double comparisonsOf(const TrialTask& task, const TeachingNumbers& answer) {
  if (task.stage != Stage::choose) return task.pairs();
  double pairs = 0, chosen = 0;
  for (const uint32_t flag : answer) pairs += chosen, chosen += flag;
  return pairs;
}

StageCost costOf(const TrialTask& task, const TeachingNumbers& answer) {
  const bool hasOthers = task.stage == Stage::evolve || task.stage == Stage::knn;
  const double input = double(task.cloud.points().bytes()) + (hasOthers ? double(task.others.bytes()) : 0);
  const double each = task.stage == Stage::evolve || task.stage == Stage::knn ? sizeof(uint32_t) : sizeof(uint8_t);
  return {kOperationsOfPair * task.cloud.dimension() * comparisonsOf(task, answer), input + each * double(answer.size()), task.cloud.scalar()};
}

std::vector<TrialTask> zooOf(Stage stage, const StageContext& context) {
  Zoo zoo(stage, context);
  zoo.add("one point", clouds::uniformBox(1, 2, 3, 8), 1);
  zoo.add("three points", clouds::uniformBox(3, 3, 3, 9), 1);
  zoo.add("equal points", clouds::allEqual(100, 3, 1.25), 0.5);
  for (const auto& [side, dimension] : {std::pair(40u, 1), std::pair(20u, 2), std::pair(7u, 3), std::pair(3u, 5)})
    for (int type = 0; type < 2; ++type) zoo.add("lattice", clouds::lattice(side, dimension), 2);
  for (int dimension = 1; dimension <= kMaxDimension; ++dimension)
    zoo.add("box", clouds::uniformBox(200, dimension, 6, unsigned(dimension)), 1 + 0.5 * dimension);
  for (const uint32_t block : {32u, 128u, 256u, 1024u})
    for (const uint32_t size : {block - 1, block, block + 1}) zoo.add("crowd", clouds::uniformBox(size, 2, 6, size), 0.8);
  if (stage == Stage::evolve) zoo.addWithoutChosen("nothing chosen", clouds::uniformBox(100, 2, 6, 5));
  zoo.add("clusters", clouds::clusters(1500, 2, 15), 4);
  zoo.add("far from the origin", clouds::moved(clouds::clusters(600, 2, 11), 1e6), 3);
  return zoo.take();
}

TrialTask taskOf(Stage stage, const PointCloud& cloud, double r1, uint32_t k, const StageContext& context) {
  TrialTask task{"the cloud", stage, cloud, {}, r1, stage == Stage::knn ? k : 0};
  if (stage == Stage::knn) task.others = cloud.points();
  if (stage == Stage::choose || stage == Stage::knn) return task;
  const ParamValues none;
  const PointArray chosen =
      cloud.points().subset(defaultVersion(Stage::choose, Backend::cpu).as<Stage::choose>()({cloud, r1, none}, context)).withLayout(Layout::row);
  if (stage == Stage::evolve) task.others = chosen;
  else task.cloud = PointCloud(movedChosen(cloud, chosen, r1, context)), task.radius = 2 * r1;
  return task;
}

TeachingQuestion questionOf(const TrialTask& task, int threads) {
  const bool hasOthers = task.stage == Stage::evolve || task.stage == Stage::knn;
  return {.others = hasOthers ? &task.others : nullptr, .radius = task.radius, .k = task.k, .threads = threads};
}

TeachingNumbers answerOf(const Version& version, const TrialTask& task, const StageContext& context, double* milliseconds) {
  const ParamValues none;
  TeachingNumbers numbers;
  switch (task.stage) {
    case Stage::choose: {
      const Stopwatch watch(milliseconds);
      return flagsOf(version.as<Stage::choose>()({task.cloud, task.radius, none}, context), task.cloud.size());
    }
    case Stage::decimate: {
      const Stopwatch watch(milliseconds);
      return flagsOf(version.as<Stage::decimate>()({task.cloud.points(), task.radius, none}, context), task.cloud.size());
    }
    case Stage::evolve: {
      const auto evolver = version.as<Stage::evolve>()({task.cloud, task.radius, none}, context);
      const Stopwatch watch(milliseconds);
      evolver->reset(task.others, context);
      const std::vector<uint32_t> nearest = evolver->assignment(context);
      numbers.assign(nearest.begin(), nearest.end());
      return numbers;
    }
    default: {
      Neighbours found = nearestNeighbours(version.as<Stage::knn>(), {task.cloud.points(), none}, {task.others, task.k}, context);
      if (milliseconds != nullptr) *milliseconds = found.times.total;
      return std::move(found.indices);
    }
  }
}

}  // namespace arete::mine
