// A user's version on trial: compared with row 0 on small tasks and on a cloud, and timed beside ours.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "compute/mine/first_difference.h"

namespace arete::mine {

struct Trial;

struct TrialWish {
  std::optional<PointCloud> cloud = {};  ///< none: the small tasks alone
  double r1 = 0;
  uint32_t k = 8;
  std::vector<const Version*> versions = {};     ///< of the same stage, to be timed; none: row 0 and the default of the version's backend
  int repeat = 3;                                ///< timed turns; 0: nothing is timed
  std::function<Speed(Device&)> peak = {};       ///< of one who knows it already, as measuring takes a moment; else Device::peak()
  std::function<void(const Trial&)> sofar = {};  ///< what is known after the small tasks, after the cloud, and after each turn; may be empty
  std::function<void()> settle = {};  ///< before each turn: returns when showing all this takes no more time on the same cores; may be empty
};

struct TrialRow {
  std::string id;
  double median = 0, least = 0;  ///< ms; 0: not timed
  std::string note = {};         ///< why not
};

struct Trial {
  uint32_t asked = 0, differ = 0;                       ///< tasks, the cloud's included
  std::string task, first;                              ///< the first of these that differs, and its first difference
  uint64_t elements = 0;                                ///< of that answer that differ
  std::string failure;                                  ///< the error that ended it; "" for none
  std::string hint;                                     ///< of that
  std::shared_ptr<const DifferingPoints> onCloud = {};  ///< those of the cloud; null where none is known
  StageCost cost = {};                                  ///< of the cloud's task
  Roof roof = {};                                       ///< of the device; not known where nothing is timed
  std::vector<TrialRow> rows;                           ///< its own first; none where it differs or has failed

  bool isSound() const { return failure.empty() && differ == 0; }
  Roofline roofline() const;  ///< of the versions that were timed
};

/// Never throws for what the version does: see Trial::failure. Throws Cancelled, and what ours throw.
Trial tryVersion(const std::shared_ptr<const UserVersion>& version, const TrialWish& wish, const StageContext& context,
                 const ParamValues& params = {});

}  // namespace arete::mine
