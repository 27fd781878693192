#include "app/cli/race_flags.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "compute/catalog/version.h"
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

RaceWish RaceFlags::wish(Job& job) const {
  const std::string& text = given_->versions.empty() ? given_->vary : given_->versions;
  RaceWish racers = text.empty() ? usualRace(job) : raceWish(text);
  job.params.set(kLinkNeighboursParam, given_->neighbours > 0 ? double(given_->neighbours) : kLinkNeighboursParam.defaultValue);
  searches_.apply(job.params);
  raceEntries(job, racers.of, racers.values);  // what is wrong with them is said before anything is read
  return racers;
}

}  // namespace arete::cli
