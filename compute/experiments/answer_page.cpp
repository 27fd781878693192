#include "compute/experiments/answer_page.h"

#include <algorithm>
#include <memory>
#include <string>

#include "compute/experiments/race_table.h"
#include "compute/mine/user_rows.h"

namespace arete {

namespace {

constexpr size_t kMostRows = 20;

std::string tasksText(const mine::Trial& trial) {
  const std::string all = std::to_string(trial.asked) + (trial.asked == 1 ? " task" : " tasks");
  if (!trial.failure.empty()) return "It failed" + (trial.task.empty() ? "" : " at the task '" + trial.task + "'") + ": " + trial.failure + ".";
  if (trial.differ == 0) return "It has the same bits in " + (trial.asked == 1 ? "the one task" : "all " + all) + ".";
  return "It differs in " + std::to_string(trial.differ) + " of " + all + ", first in the task '" + trial.task + "': " + trial.first + ".";
}

std::string shareText(const mine::DifferingPoints& points) {
  const bool isKnn = points.task.k > 0;
  const size_t all = isKnn ? points.expected.size() / points.task.k : points.expected.size();
  return "On the cloud " + std::to_string(points.elements.size()) + " of " + std::to_string(all) + (isKnn ? " queries" : " points") +
         " have another answer" + (points.elements.size() > kMostRows ? "; the first " + std::to_string(kMostRows) + " of them:" : ":");
}

ResultTable differingOf(const mine::DifferingPoints& points) {
  ResultTable table{{{points.task.k > 0 ? "query" : "point", ""}, {"difference", ""}}, {}};
  for (size_t i = 0; i < std::min(kMostRows, points.elements.size()); ++i) table.rows.push_back({double(points.pointOf(i)), points.words(i)});
  return table;
}

}  // namespace

std::vector<TriedRacer> triedRacers(const Race& race, const PointCloud& cloud, const std::stop_token& stop) {
  std::vector<TriedRacer> tried;
  for (const Racer& racer : race.racers) {
    const auto version = mine::userVersion(racer.entry.name);
    if (!version) continue;
    const std::unique_ptr<Device> device = makeCpuDevice(int(racer.entry.job.params.get(kThreadsParam)));
    const mine::TrialWish wish{.cloud = cloud, .r1 = race.r1, .k = race.neighbours, .repeat = 0};
    tried.push_back({racer.entry.name, mine::tryVersion(version, wish, {*device, stop, {}}, racer.entry.job.params)});
  }
  return tried;
}

void addAnswer(Page& page, const mine::Trial& trial) {
  page.addText(tasksText(trial));
  if (!trial.onCloud || trial.onCloud->elements.empty()) return;
  const mine::DifferingPoints& points = *trial.onCloud;
  page.addText(shareText(points));
  page.addTable(differingOf(points));
  const std::string picture[] = {placesPicture(points.task.cloud, points.places(), "Where they lie")};
  page.addSvgs(picture);
}

}  // namespace arete
