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

  TeachingNumbers ask(TeachingSession& session, const TrialTask& task) const {
    return session.ask(questionOf(task, context_.device.threads().size()), context_.stop);
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
      return ask(session, task);
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
    if (wish_.repeat == 0) return;
    time(task);
    trial_.roof = roofOf(wish_.peak ? wish_.peak(context_.device) : context_.device.peak(), task.cloud.scalar(), version_->backend);
    tell();
  }

  /// After a call of each that warms up they take turns, so that what else the machine does falls on all of them alike.
  void time(const TrialTask& task) {
    std::vector<const Version*> others = wish_.versions;
    if (others.empty()) others = {&versions(task.stage).front(), &defaultVersion(task.stage, version_->backend)};
    trial_.rows.push_back({version_->id});
    for (const Version* other : others) trial_.rows.push_back({std::string(other->id), 0, 0, whyNotTimed(*other, task)});
    auto session = yours(task, [&] { return std::make_unique<TeachingSession>(version_, task.cloud.points(), params_, context_.stop); });
    std::vector<std::vector<double>> times(trial_.rows.size());
    for (int turn = 0; turn <= wish_.repeat; ++turn) {
      if (turn > 0 && wish_.settle) wish_.settle();
      for (size_t i = 0; i < times.size(); ++i) {
        if (!trial_.rows[i].note.empty()) continue;
        context_.checkStop();
        const double milliseconds = i == 0 ? timeOfYours(*session, task) : timeOf(*others[i - 1], task);
        if (turn == 0) continue;
        times[i].push_back(milliseconds);
        take(trial_.rows[i], times[i]);
      }
      if (turn > 0) tell();
    }
  }

  double timeOfYours(TeachingSession& session, const TrialTask& task) const {
    return yours(task, [&] {
      ask(session, task);
      return session.milliseconds();
    });
  }

  double timeOf(const Version& version, const TrialTask& task) const {
    double milliseconds = 0;
    answerOf(version, task, context_, &milliseconds);
    return milliseconds;
  }

  static std::string whyNotTimed(const Version& version, const TrialTask& task) {
    if (const std::string_view reason = version.unavailable(); !reason.empty()) return std::string(reason);
    const bool isLong = &version == &versions(task.stage).front() && task.pairs() > kMostPairsOfTime;
    return isLong ? "left out: it would compare " + std::to_string(uint64_t(task.pairs() / 1e9)) + "e9 pairs of points" : "";
  }

  static void take(TrialRow& row, std::vector<double> times) {
    std::ranges::sort(times);
    row.median = (times[times.size() / 2] + times[(times.size() - 1) / 2]) / 2, row.least = times.front();
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
