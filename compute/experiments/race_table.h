// A race as tables, plots and files: the same for the command line, the window and the page.
#pragma once

#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "compute/engine/version_race.h"
#include "compute/experiments/experiment.h"
#include "compute/mine/trial.h"

namespace arete {

/// "Versions of evolve, side by side".
std::string titleOf(const Race& race);
/// Points, R1 or k, device, how often it was timed: one line.
std::string aboutOf(const Race& race);
/// "bit-identical", "differ from step 12", "recall 0.98"; "reference" of the first racer.
std::string bitsOf(const Race& race, const Racer& racer);

/// Everything measured, a row each for the whole, every stage and every step of every racer (column `what`): for files and plots.
ResultTable tableOf(const Race& race);
std::vector<Plot> plotsOf(const Race& race);

// For people.
/// A row a racer: ms, how many times as fast as the first, bits, steps, ms an iteration, looks at a point of the cloud.
ResultTable summaryOf(const Race& race);
/// A row a stage, a column a racer, in ms.
ResultTable stagesOf(const Race& race);
/// A row a counter, a column a racer, then what the counter means.
ResultTable countsOf(const Race& race);
/// A row a racer that differs: from which step, points missing and extra at the end, and how far from the first racer's; no rows where all are equal.
ResultTable differencesOf(const Race& race);
/// How it was measured, and what a reader should know of these versions.
std::vector<std::string> notesOf(const Race& race);

std::string jsonOf(const Race& race);
/// A user's version that races, and what became of it on trial.
struct TriedRacer {
  std::string version;  ///< its id
  mine::Trial trial = {};
};
/// The racers that are versions of users, compared on the small tasks and on the cloud of the race, untimed. Throws Cancelled.
std::vector<TriedRacer> triedRacers(const Race& race, const PointCloud& cloud, const std::stop_token& stop);
/// A page that stands alone, with pictures of the states at one time and at the end. `cloud`: its name. `tried`: versions of users, whose answers are
/// compared with the reference's in words.
std::string pageOf(const Race& race, const std::string& cloud, std::span<const TriedRacer> tried = {});

/// Places of a cloud as a picture, as statePictures() draws it.
std::string placesPicture(const PointCloud& cloud, const PointArray& places, const std::string& title);

/// What states look like from the front of the two widest axes: an `<svg>` a racer, with the chosen points after `ms`, or at the end where that is
/// not given, over a sample of the cloud. The first call of a page draws the sample, which the others refer to.
std::vector<std::string> statePictures(const Race& race, std::optional<double> ms, bool withSample);

}  // namespace arete
