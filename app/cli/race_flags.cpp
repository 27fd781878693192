#include "app/cli/race_flags.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "app/cli/version_files.h"
#include "compute/catalog/version.h"
#include "compute/core/error.h"
#include "compute/io/detect_command.h"

namespace arete::cli {

static constexpr const char* kSearches = "Searches for neighbours (--versions knn=…)";

void RaceFlags::add(CLI::App& app) {
  constexpr int kMostTurns = 1000;
  const std::string who = "Who takes part: two to four";
  CLI::Option* versions =
      app.add_option("--versions", given_->versions,
                     "Versions of one stage (see 'arete-cli versions'): evolve=cpu.brute_force,cpu.accelerated. The first is what the others are "
                     "compared with (default: the last two of the stage that moves points).")
          ->type_name("STAGE=IDS")
          ->group(who);
  app.add_option("--vary", given_->vary,
                 "Or values of one parameter of the job or its versions, or backends: cloud-layout=row,column; threads=1,2; backend=cpu,cuda.")
      ->type_name("NAME=VALUES")
      ->excludes(versions)
      ->group(who);
  addVersionFiles(app, given_->files, who);
  app.add_option("--repeat", given_->repeat, "Timed turns of each, after one that is not; the median is given (default 3).")
      ->type_name("K")
      ->check(CLI::Range(1, kMostTurns))
      ->group(who);
  app.add_option("-k,--neighbours", given_->neighbours, "Neighbours of each point (default 8).")
      ->type_name("K")
      ->check(CLI::Range(uint32_t(kLinkNeighboursParam.minimum), uint32_t(kLinkNeighboursParam.maximum)))
      ->group(kSearches);
}

void RaceFlags::addSearches(CLI::App& app) {
  for (const Version& version : arete::versions(Stage::knn)) {
    std::vector<const ParamInfo*> own;  // others, as the number of GPUs, are flags of detections as well
    std::ranges::copy_if(version.parameters, std::back_inserter(own),
                         [&](const ParamInfo* info) { return !app.get_option_no_throw(flagName(*info)); });
    searches_.add(app, own, kSearches);
  }
}

/// Users' versions race with those that are named, or with the default of their stage.
static void addUsers(const std::vector<std::string>& files, RaceWish& racers) {
  for (const std::string& file : files) {
    const auto version = mine::userVersionOfFile(file);
    if (!version) throw Error(ErrorKind::internal, "cannot race", file, "its version was not added", "please report this");
    const std::string of(name(version->stage));
    if (racers.of.empty()) racers = {of, {std::string(defaultVersion(version->stage, Backend::cpu).id)}};
    if (racers.of != of)
      throw Error(ErrorKind::wrongUse, "cannot race", file, "it is a version of " + of + ", and " + racers.of + " races",
                  "race versions of one stage");
    if (std::ranges::find(racers.values, version->id) == racers.values.end()) racers.values.push_back(version->id);
  }
}

RaceWish RaceFlags::wish(Job& job) const {
  const std::string& text = given_->versions.empty() ? given_->vary : given_->versions;
  RaceWish racers = !text.empty() ? raceWish(text) : given_->files.empty() ? usualRace(job) : RaceWish{};
  if (given_->vary.empty()) addUsers(given_->files, racers);
  job.params.set(kLinkNeighboursParam, given_->neighbours > 0 ? double(given_->neighbours) : kLinkNeighboursParam.defaultValue);
  searches_.apply(job.params);
  raceEntries(job, racers.of, racers.values);  // what is wrong with them is said before anything is read
  return racers;
}

}  // namespace arete::cli
