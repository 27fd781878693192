#include "compute/mine/trial.h"

#include <algorithm>
#include <utility>

namespace arete::mine {

namespace {

/// Row 0 takes seconds beyond these; other exact versions have its bits.
constexpr double kMostPairsOfCheck = 3e8, kMostPairsOfTime = 3e9;

class TrialRun {
 public:
  TrialRun(std::shared_ptr<const UserVersion> version, const TrialWish& wish, const StageContext& context, const ParamValues& params)
      : version_(std::move(version)), wish_(wish), context_(context), params_(params) {}

  Trial run() {
    try {
      for (const TrialTask& task : zooOf(version_->stage, context_))
        if (takes(task)) compare(task, versions(task.stage).front());
      tell();
      if (wish_.cloud) onCloud(taskOf(version_->stage, *wish_.cloud, wish_.r1, wish_.k, context_));
    } catch (const YoursFailed& failed) {
      trial_.failure = failed.error.reason(), trial_.hint = failed.error.hint();
      if (trial_.task.empty()) trial_.task = failed.task;
    }
    if (!trial_.isSound()) trial_.rows.clear();
    return std::move(trial_);
  }

 private:
  struct YoursFailed {
    Error error;
    std::string task;
  };

  bool takes(const TrialTask& task) const { return task.cloud.scalar() == Scalar::float32 ? version_->takesFloats : version_->takesDoubles; }

  TeachingQuestion questionOf(const TrialTask& task) const {
    const bool hasOthers = task.stage == Stage::evolve || task.stage == Stage::knn;
    return {.others = hasOthers ? &task.others : nullptr, .radius = task.radius, .k = task.k, .threads = context_.device.threads().size()};
  }

  /// What the user's code does is its failure; errors of ours go on.
  template <class Work>
  auto yours(const TrialTask& task, const Work& work) const {
    try {
      return work();
    } catch (const Error& error) {
      throw YoursFailed{error, task.name};
    }
  }

  void tell() const {
    if (wish_.sofar) wish_.sofar(trial_);
  }

  void compare(const TrialTask& task, const Version& reference, bool isCloud = false) {
    context_.checkStop();
    TeachingNumbers given = yours(task, [&] {
      TeachingSession session(version_, task.cloud.points(), params_, context_.stop);
      return session.ask(questionOf(task), context_.stop);
    });
    TeachingNumbers expected = answerOf(reference, task, context_);
    const AnswerDifference difference = differenceOf(task, expected, given);
    ++trial_.asked;
    if (isCloud) trial_.cost = costOf(task, expected);
    if (difference.count == 0) return;
    if (isCloud) trial_.onCloud = std::make_shared<const DifferingPoints>(differingPoints(task, std::move(expected), std::move(given)));
    if (trial_.differ++ > 0) return;
    trial_.task = task.name, trial_.first = difference.words, trial_.elements = difference.count;
  }

  void onCloud(const TrialTask& task) {
    const bool isSmall = task.pairs() <= kMostPairsOfCheck;
    compare(task, isSmall ? versions(task.stage).front() : defaultVersion(task.stage, Backend::cpu), true);
    tell();
    if (!trial_.isSound()) return;
    trial_.rows.push_back(timedYours(task));
    tell();
    std::vector<const Version*> others = wish_.versions;
    if (others.empty()) others = {&versions(task.stage).front(), &defaultVersion(task.stage, version_->backend)};
    for (const Version* other : others) {
      trial_.rows.push_back(timedOurs(*other, task));
      tell();
    }
    trial_.roof = roofOf(wish_.peak ? wish_.peak(context_.device) : context_.device.peak(), task.cloud.scalar(), version_->backend);
    tell();
  }

  TrialRow rowOf(std::string id, std::vector<double> times) const {
    std::ranges::sort(times);
    return {std::move(id), (times[times.size() / 2] + times[(times.size() - 1) / 2]) / 2, times.front()};
  }

  /// The first call, which warms up, is not counted.
  TrialRow timedYours(const TrialTask& task) const {
    return yours(task, [&] {
      TeachingSession session(version_, task.cloud.points(), params_, context_.stop);
      std::vector<double> times;
      for (int i = 0; i <= wish_.repeat; ++i) {
        session.ask(questionOf(task), context_.stop);
        if (i > 0) times.push_back(session.milliseconds());
      }
      return rowOf(version_->id, std::move(times));
    });
  }

  TrialRow timedOurs(const Version& version, const TrialTask& task) const {
    if (const std::string_view reason = version.unavailable(); !reason.empty()) return {std::string(version.id), 0, 0, std::string(reason)};
    if (&version == &versions(task.stage).front() && task.pairs() > kMostPairsOfTime)
      return {std::string(version.id), 0, 0, "left out: it would compare " + std::to_string(uint64_t(task.pairs() / 1e9)) + "e9 pairs of points"};
    std::vector<double> times;
    for (int i = 0; i <= wish_.repeat; ++i) {
      double milliseconds = 0;
      answerOf(version, task, context_, &milliseconds);
      if (i > 0) times.push_back(milliseconds);
    }
    return rowOf(std::string(version.id), std::move(times));
  }

  const std::shared_ptr<const UserVersion> version_;
  const TrialWish& wish_;
  const StageContext& context_;
  const ParamValues& params_;
  Trial trial_;
};

}  // namespace

Roofline Trial::roofline() const {
  Roofline roofline{cost, roof, {}};
  for (const TrialRow& row : rows)
    if (row.median > 0) roofline.dots.push_back({row.id, row.median, &row == &rows.front()});
  return roofline;
}

Trial tryVersion(const std::shared_ptr<const UserVersion>& version, const TrialWish& wish, const StageContext& context, const ParamValues& params) {
  return TrialRun(version, wish, context, params).run();
}

}  // namespace arete::mine
