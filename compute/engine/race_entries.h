// Who may race: what a job can be computed with in several ways, made from the catalogue and the parameters, and the jobs that differ in that alone.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compute/engine/job.h"

namespace arete {

/// As many as can be told apart side by side.
inline constexpr size_t kFewestRacers = 2, kMostRacers = 4;

struct RaceEntry {
  std::string name;  ///< in files and on the command line: the id of a version, "backend cuda", "cloud layout column"
  Job job = {};
  std::string value = {};  ///< the id, "cuda", "column": RaceOption::value, where that is one of its choice
  std::string label = {};  ///< for readers: "Brute force", "GPU (CUDA)", "Threads 2"
};

/// One way of several to compute the same.
struct RaceOption {
  std::string value;        ///< as raceEntries() takes it
  std::string label, help;  ///< for lists
  std::string unavailable;  ///< why it cannot run here, "" when it can
};

struct RaceChoice {
  std::string id;           ///< "evolve", "knn", "backend", or the id of a parameter
  std::string label, help;  ///< for lists
  std::vector<RaceOption> options;
};

/// What is to be compared, in words.
struct RaceWish {
  std::string of;  ///< id of the choice
  std::vector<std::string> values;
};
/// From "evolve=cpu.brute_force,cpu.accelerated", "threads=1,2"; the stage may be left out where the first version names it. Throws Error(wrongUse).
RaceWish raceWish(const std::string& text);

/// What entries of this id race: detections, or for "knn" searches for neighbours.
bool racesNeighbours(std::string_view id);

/// Everything with at least two options: versions of each stage that the job runs and of neighbours, backends, choices among the parameters of the
/// job and of its versions, numbers of threads.
std::vector<RaceChoice> raceChoices(const Job& job);

/// Two that can run here: of versions the last ones, which are the fastest, of values the first ones, which are the usual ones. Fewer where there are
/// not as many.
std::vector<std::string> usualValues(const RaceChoice& choice);

/// The usual versions of the stage that moves points.
RaceWish usualRace(const Job& job);

/// The job with each of these values of one choice, whose id is as above; versions may leave out their stage ("cpu.accelerated"). Any values
/// will do for a parameter of the job and its versions, except R1, R2 and the kind of curve. Throws Error(wrongUse): an unknown id or value, fewer
/// than kFewestRacers, more than kMostRacers, one twice, one that cannot run here, a stage or parameter that the job does not have.
std::vector<RaceEntry> raceEntries(const Job& job, std::string_view id, std::span<const std::string> values);

}  // namespace arete
