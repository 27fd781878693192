#include "app/cli/race_flags.h"

#include "compute/catalog/version.h"

namespace arete::cli {

void RaceFlags::add(CLI::App& app) {
  constexpr int kMostTurns = 1000;
  const std::string who = "Who takes part: two to four", neighbours = "Searches for neighbours (--versions knn=…)";
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
      ->group(neighbours);
  for (const Version& version : arete::versions(Stage::knn)) searches_.add(app, version.parameters, neighbours);
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
