// The flags of a race that are not those of a detection: who takes part, how often it is timed, and for searches, what they search.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "app/cli/param_flags.h"
#include "compute/engine/job.h"
#include "compute/engine/race_entries.h"

namespace arete::cli {

class RaceFlags {
 public:
  void add(CLI::App& app);
  /// The parameters of searches that are no flags yet, as those of a detection are: these come first.
  void addSearches(CLI::App& app);
  /// Who takes part. What searches need goes into the job, whose parameters they are read from. Throws Error(wrongUse) for racers that cannot be.
  RaceWish wish(Job& job) const;
  int repeat() const { return given_->repeat; }

 private:
  struct Given {
    std::string versions, vary;      ///< "evolve=a,b"
    std::vector<std::string> files;  ///< with versions of the user's
    uint32_t neighbours = 0;         ///< 0: not given
    int repeat = 3;
  };
  std::shared_ptr<Given> given_ = std::make_shared<Given>();
  ParamFlags searches_;  ///< parameters of versions of knn
};

}  // namespace arete::cli
