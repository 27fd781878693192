#include "compute/engine/race_parts.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace arete {

Device& RaceDevices::of(const Job& job) {
  std::unique_ptr<Device>& device = devices_[{job.deviceBackend(), job.params.get(kThreadsParam)}];
  if (!device) device = make_(job);
  return *device;
}

const Speed& RaceDevices::peak(Device& device) {
  const auto [speed, isNew] = speeds_.try_emplace(&device);
  if (isNew) speed->second = device.peak();
  return speed->second;
}

double medianOf(std::vector<double> values) {
  const auto middle = values.begin() + ptrdiff_t(values.size() / 2);
  std::ranges::nth_element(values, middle);
  if (values.size() % 2 == 1) return *middle;
  return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

/// Where many iterations are made in a launch the first of them has the time of all: it is spread evenly over those in a row.
static std::vector<double> stepTimes(const Frame& end) {
  std::vector<double> times;
  for (const StepRecord& step : *end.history) times.push_back(step.milliseconds);
  const auto together = [&](size_t i) { return end.job.version((*end.history)[i].stage).loopOnDevice; };
  for (size_t i = 0; i < times.size();) {
    size_t last = i + 1;
    while (together(i) && last < times.size() && (*end.history)[last].stage == (*end.history)[i].stage) ++last;
    const auto begin = times.begin() + ptrdiff_t(i), behind = times.begin() + ptrdiff_t(last);
    std::fill(begin, behind, std::accumulate(begin, behind, 0.0) / double(last - i));
    i = last;
  }
  return times;
}

void RunTimes::add(const Frame& end) {
  totals_.push_back(end.times.total());
  if (parts_.empty())
    for (const TimeRow& row : timeRows(end.plan)) parts_.push_back({row, {}});
  for (auto& [row, times] : parts_) times.first.push_back(end.times[row.what]), times.second.push_back(end.deviceTimes[row.what]);
  const std::vector<double> times = stepTimes(end);
  if (steps_.size() < times.size()) steps_.resize(times.size()), onDevice_.resize(times.size());
  for (size_t i = 0; i < times.size(); ++i) steps_[i].push_back(times[i]), onDevice_[i].push_back((*end.history)[i].device_ms);
}

void RunTimes::put(Racer& racer) const {
  racer.runs = totals_;
  racer.milliseconds = medianOf(totals_);
  racer.parts.clear();
  double before = 0, preparing = 0;
  for (const auto& [row, times] : parts_) {
    const double wall = medianOf(times.first);
    if (wall > 0) racer.parts.push_back({std::string(row.id), std::string(row.help), row.stage, wall, medianOf(times.second)});
    if (row.use == StageUse::tiles && row.what.place() == TimeOf(Stage::tile).place()) before += wall;
    if (row.what.place() == TimeOf(ExtraTime::prepare).place()) preparing = wall;
  }
  for (size_t i = 0; i < racer.steps.size(); ++i) {
    StepRecord& record = racer.steps[i].record;
    if (i < steps_.size()) record.milliseconds = medianOf(steps_[i]), record.device_ms = medianOf(onDevice_[i]);
    if (stageInfo(record.stage).effect == StepEffect::moves) before += std::exchange(preparing, 0);  // before the first of them
    racer.steps[i].ended_ms = before += record.milliseconds;
  }
}

void addCounts(const Version& version, const StageWork& work, Racer& racer) {
  const auto add = [&](std::span<const CounterInfo* const> counters) {
    for (const CounterInfo* counter : counters)
      if (const double value = counter->of(work); std::isfinite(value)) racer.counts.push_back({std::string(name(version.stage)), counter, value});
  };
  add(version.counters);
  if (stageInfo(version.stage).use == StageUse::network) add(networkCounters());
  if (version.backend == Backend::cuda) add(gpuCounters());
}

}  // namespace arete
