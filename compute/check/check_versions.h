// Whether this machine computes what it should: every version that can run on it against row 0 of its stage, on small clouds. What comes out is a
// table that a user sends with a report of a fault.
#pragma once

#include <chrono>
#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "compute/check/machine.h"
#include "compute/check/stage_case.h"

namespace arete {

enum class CheckEnd : uint8_t {
  same,       ///< every answer has the bits of row 0
  inexact,    ///< a version that is not exact: how many answers differ is told
  different,  ///< an exact version with another answer
  error,      ///< it threw, or did not end
  notRun      ///< for a reason that is no fault
};

struct CheckedVersion {
  std::string id;
  CheckEnd end = CheckEnd::same;
  std::string why;          ///< of an error, and of what was not run
  uint32_t asked = 0;       ///< tasks that it was given …
  uint32_t differ = 0;      ///< … and those of them with other bits than row 0's
  std::string first;        ///< the cloud of the first of these
  double milliseconds = 0;  ///< for all of them, a first run included
};

struct CheckResult {
  std::vector<CheckedVersion> rows;
  uint64_t references = 0;  ///< a number made of all answers of rows 0: on every machine the same
  double seconds = 0;

  uint32_t count(CheckEnd end) const;
  /// No version differs or has failed.
  bool isSound() const { return count(CheckEnd::different) + count(CheckEnd::error) == 0; }
};

struct CheckWish {
  std::span<const Version> versions = catalog();
  std::chrono::milliseconds limit{20'000};                                ///< for each version
  std::function<std::vector<StageCase>(const StageContext&)> cases = {};  ///< empty: casesOfAllStages()
};

/// What happens meanwhile, on the calling thread. Each may be empty.
struct CheckNews {
  std::function<void(const MachineFact&)> fact = {};
  std::function<void(double fraction, std::string_view what)> progress = {};
  std::function<void(const CheckedVersion&)> row = {};
};

/// Throws Cancelled, and Error where not even the references answer. A version that does not end is left to its thread (threadsLeftBehind()).
CheckResult checkVersions(const CheckWish& wish, const std::stop_token& stop, const CheckNews& news = {});

}  // namespace arete
