// bench stages: every version of every stage of chains on the same input. What a stage is measured on goes by its contract (StageRow::Function):
// choosing gets the cloud, evolving what was chosen first, decimating what the first run of evolve gave, ordering the finished chosen points.
#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <variant>

#include "app/cli/bench.h"
#include "app/cli/progress.h"
#include "compute/core/counted_time.h"
#include "compute/core/error.h"
#include "compute/engine/detector.h"

namespace arete::cli {

namespace {

/// The result of a stage: indices of choose and decimate, S of evolve, E of order.
using Answer = std::variant<std::vector<uint32_t>, PointArray, std::vector<Edge>>;

struct StageOutcome {
  Answer answer;
  uint64_t iterations = 0;
  bool complete = true;
};

class StageBench {
 public:
  StageBench(const BenchOptions& options, BenchInput input, Device& device, const std::stop_token& stop)
      : options_(options),
        input_(std::move(input)),
        context_{device, stop, {}},
        checkLimit_(input_.cloud.size() > kMostBruteForcePoints ? options.maxBruteIterations : 0) {
    Detector detector(input_.cloud, input_.job, device, stop, {.historyBytes = 0});
    const auto chosenNow = [&] { return detector.frame(false, false, stop)->chosen; };
    chosen_ = chosenNow();
    do detector.advance(StepKind::one, stop);
    while (!detector.finished() && detector.present().moved > 0);
    evolved_ = chosenNow();
    detector.advance(StepKind::end, stop);
    finished_ = chosenNow();
  }

  BenchRow measure(const Version& version) {
    const bool equal = once(version, checkLimit_).answer == reference(version.stage);
    if (version.exact && !equal)
      throw Error(ErrorKind::internal, "the answers differ, so they are not timed", version.id,
                  "it is marked exact but differs from " + std::string(versions(version.stage).front().id));
    BenchRow row = timed(options_.repeat, [&] {
      const CountedWatch watch;
      const StageOutcome outcome = once(version, isBruteForce(version) ? checkLimit_ : 0);
      return BenchRun{watch.milliseconds(), outcome.iterations, outcome.complete};
    });
    row.what = version.id;
    row.points = input_.cloud.size();
    row.dimension = input_.cloud.dimension();
    row.bits = equal ? "equal" : "inexact: differ";
    return row;
  }

 private:
  /// `limit` on the evolve iterations; 0: until nothing moves.
  StageOutcome once(const Version& version, uint32_t limit) const {
    switch (version.stage) {
      case Stage::choose: return run(version.as<Stage::choose>(), limit);
      case Stage::evolve: return run(version.as<Stage::evolve>(), limit);
      case Stage::decimate: return run(version.as<Stage::decimate>(), limit);
      case Stage::order: return run(version.as<Stage::order>(), limit);
      default: throw Error(ErrorKind::internal, "nothing to measure on", version.id, "it is no version of a stage of chains", "please report this");
    }
  }

  StageOutcome run(ChooseFunction choose, uint32_t) const { return {choose({input_.cloud, input_.job.r1(), input_.job.params}, context_)}; }
  StageOutcome run(DecimateFunction decimate, uint32_t) const { return {decimate({evolved_, input_.job.r2(), input_.job.params}, context_)}; }
  StageOutcome run(OrderFunction order, uint32_t) const { return {order({finished_, input_.job.r2(), input_.job.params}, context_).edges}; }
  StageOutcome run(EvolveFunction evolve, uint32_t limit) const {
    const auto evolver = evolve({input_.cloud, input_.job.r1(), input_.job.params}, context_);
    evolver->reset(chosen_, context_);
    StageOutcome outcome;
    uint32_t moved = 1;
    const auto visit = [&](const EvolveStep& step) { moved = step.moved, ++outcome.iterations; };
    evolver->run(limit == 0 ? UINT32_MAX : limit, visit, EvolveVisit::counters, context_);
    outcome.complete = moved == 0;
    outcome.answer = evolver->chosen();
    return outcome;
  }

  const Answer& reference(Stage stage) {
    std::optional<Answer>& answer = references_[size_t(stage)];
    if (!answer) answer = once(versions(stage).front(), checkLimit_).answer;
    return *answer;
  }

  const BenchOptions& options_;
  const BenchInput input_;
  const StageContext context_;
  const uint32_t checkLimit_;
  PointArray chosen_, evolved_, finished_;
  std::array<std::optional<Answer>, kStages.size()> references_;
};

double perIteration(const BenchRow& row) { return row.median / double(std::max<uint64_t>(row.iterations, 1)); }

/// Over brute force for evolve, over the reference for the other stages; nothing where that was not measured.
void setSpeedUps(std::span<BenchRow> rows, Stage stage) {
  const std::string_view baseId = stage == Stage::evolve ? kBruteForceId : versions(stage).front().id;
  const auto base = std::find_if(rows.begin(), rows.end(), [&](const BenchRow& row) { return row.what == baseId; });
  for (BenchRow& row : rows) row.speedUp = base == rows.end() ? std::numeric_limits<double>::quiet_NaN() : perIteration(*base) / perIteration(row);
}

bool wanted(const BenchOptions& options, const Version& version) {
  return options.versionIds.empty() ? version.available()
                                    : std::find(options.versionIds.begin(), options.versionIds.end(), version.id) != options.versionIds.end();
}

}  // namespace

std::vector<BenchRow> benchStages(const BenchOptions& options, Device& device, std::stop_token stop) {
  Progress progress;
  std::vector<BenchRow> rows;
  for (const auto& [dimension, points] : cloudsOf(options)) {
    StageBench bench(options, makeInput(options, pointCount(points), dimension, device, stop), device, stop);
    for (const Stage stage : kChainStages) {
      const size_t first = rows.size();
      for (const Version& version : versions(stage)) {
        if (!wanted(options, version)) continue;
        progress.show(0, "measuring " + std::string(version.id) + ", " + points + " points");
        rows.push_back(bench.measure(version));
      }
      setSpeedUps(std::span(rows).subspan(first), stage);
    }
  }
  return rows;
}

}  // namespace arete::cli
