// The parameters that a user's version declares, tried value by value: which of them are fastest here, and whether the bits stay.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "compute/mine/trial_task.h"

namespace arete::mine {

/// A parameter and the values that it is tried with.
struct TuneAxis {
  const ParamInfo* info = nullptr;
  std::vector<double> values;
};

/// Powers of two where both ends are, else up to eight evenly spaced values; the usual one is among them.
std::vector<double> ladderOf(const ParamInfo& info);
/// One for each parameter of the version, by its ladder.
std::vector<TuneAxis> axesOf(const UserVersion& version);

struct TunedRow {
  std::vector<double> values;    ///< of the axes
  double median = 0, least = 0;  ///< ms of the function alone; 0 where it failed
  bool isSame = false;           ///< the bits of ours, on this task and the small ones
  std::string failure = {};      ///< why it has no answer

  bool isSound() const { return failure.empty() && isSame; }
};

struct Tuning {
  std::vector<TuneAxis> axes;
  std::vector<TunedRow> rows;  ///< the usual values first
  bool isWhole = true;         ///< every combination; else one axis after the other, each from the fastest values so far

  /// Null where none is sound.
  const TunedRow* fastest() const;
};

struct TuneWish {
  std::vector<TuneAxis> axes;  ///< at least one
  int repeat = 3;
  std::function<void(double share)> progress = {};  ///< may be empty
};

/// Throws Error(wrongUse) for values outside of a parameter's range; Cancelled, and what ours throw. What the version does is its row's failure.
Tuning tuneVersion(const std::shared_ptr<const UserVersion>& version, const TrialTask& task, const TuneWish& wish, const StageContext& context);

}  // namespace arete::mine
