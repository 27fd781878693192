#include "compute/mine/tune.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "compute/mine/trial.h"

namespace arete::mine {

namespace {

constexpr size_t kMostCombinations = 128, kMostSteps = 8;

bool isPowerOfTwo(double value) { return value >= 1 && std::exp2(std::round(std::log2(value))) == value; }

class TuneRun {
 public:
  TuneRun(std::shared_ptr<const UserVersion> version, const TrialTask& task, const TuneWish& wish, const StageContext& context)
      : version_(std::move(version)), task_(task), wish_(wish), context_(context), tuning_{wish.axes, {}, true} {}

  Tuning run() {
    std::vector<double> usual;
    size_t combinations = 1, steps = 1;
    for (const TuneAxis& axis : tuning_.axes) {
      usual.push_back(axis.info->defaultValue);
      combinations = std::min(combinations * axis.values.size(), kMostCombinations + 1);
      steps += axis.values.size();
    }
    tuning_.isWhole = combinations <= kMostCombinations;
    planned_ = tuning_.isWhole ? combinations : steps;
    expected_ = answerOf(defaultVersion(task_.stage, Backend::cpu), task_, context_);
    measure(usual);
    if (tuning_.isWhole) sweep(usual, 0);
    else climb(usual);
    return std::move(tuning_);
  }

 private:
  /// Every combination, the last axis the fastest to change.
  void sweep(std::vector<double>& values, size_t axis) {
    if (axis == values.size()) return measure(values);
    const double before = values[axis];
    for (const double value : tuning_.axes[axis].values) values[axis] = value, sweep(values, axis + 1);
    values[axis] = before;
  }

  void climb(std::vector<double> values) {
    for (size_t axis = 0; axis < values.size(); ++axis) {
      for (const double value : tuning_.axes[axis].values) values[axis] = value, measure(values);
      if (const TunedRow* const best = tuning_.fastest()) values = best->values;
    }
  }

  void measure(const std::vector<double>& values) {
    context_.checkStop();
    if (std::ranges::find(tuning_.rows, values, &TunedRow::values) != tuning_.rows.end()) return;
    if (wish_.progress) wish_.progress(double(tuning_.rows.size()) / double(planned_));
    TunedRow row{.values = values};
    ParamValues params;
    for (size_t i = 0; i < values.size(); ++i) params.set(*tuning_.axes[i].info, values[i]);
    try {
      if (const Trial trial = tryVersion(version_, {}, context_, params); trial.failure.empty()) timeWith(params, trial.isSound(), row);
      else row.failure = trial.failure;
    } catch (const Error& error) {
      row.failure = error.reason();
    }
    tuning_.rows.push_back(std::move(row));
  }

  /// The first call, which warms up, is compared and not counted.
  void timeWith(const ParamValues& params, bool isSame, TunedRow& row) const {
    TeachingSession session(version_, task_.cloud.points(), params, context_.stop);
    const TeachingQuestion question = questionOf(task_, context_.device.threads().size());
    row.isSame = session.ask(question, context_.stop) == expected_ && isSame;
    std::vector<double> times;
    for (int i = 0; i < wish_.repeat; ++i) {
      session.ask(question, context_.stop);
      times.push_back(session.milliseconds());
    }
    std::ranges::sort(times);
    row.least = times.front();
    row.median = (times[times.size() / 2] + times[(times.size() - 1) / 2]) / 2;
  }

  const std::shared_ptr<const UserVersion> version_;
  const TrialTask& task_;
  const TuneWish& wish_;
  const StageContext& context_;
  TeachingNumbers expected_;
  Tuning tuning_;
  size_t planned_ = 1;
};

}  // namespace

std::vector<double> ladderOf(const ParamInfo& info) {
  std::set<double> values = {info.defaultValue};
  const double least = info.minimum, most = info.maximum;
  if (info.kind == ParamKind::integer && isPowerOfTwo(least) && isPowerOfTwo(most)) {
    for (double value = least; value <= most; value *= 2) values.insert(value);
  } else {
    for (size_t i = 0; i < kMostSteps; ++i) {
      const double value = least + (most - least) * double(i) / double(kMostSteps - 1);
      values.insert(info.kind == ParamKind::integer ? std::round(value) : value);
    }
  }
  return {values.begin(), values.end()};
}

std::vector<TuneAxis> axesOf(const UserVersion& version) {
  std::vector<TuneAxis> axes;
  for (const ParamInfo* info : version.parameters) axes.push_back({info, ladderOf(*info)});
  return axes;
}

const TunedRow* Tuning::fastest() const {
  const TunedRow* best = nullptr;
  for (const TunedRow& row : rows)
    if (row.isSound() && (best == nullptr || row.median < best->median)) best = &row;
  return best;
}

Tuning tuneVersion(const std::shared_ptr<const UserVersion>& version, const TrialTask& task, const TuneWish& wish, const StageContext& context) {
  return TuneRun(version, task, wish, context).run();
}

}  // namespace arete::mine
