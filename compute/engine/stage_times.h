// Where the time of a detection went: a row for each stage that takes part, and for other work. Panels, reports, command line and benchmarks
// walk the one list kTimeRows, or the rows of it that a plan has.
#pragma once

#include <array>
#include <numeric>
#include <string_view>
#include <vector>

#include "compute/engine/plan.h"

namespace arete {

/// Timed work that is no stage.
enum class ExtraTime : uint8_t { prepare, smooth };

struct ExtraTimeInfo {
  std::string_view id, help;
  Stage before;  ///< its row comes before that of this stage
  StageUse use;
};

inline constexpr std::array<ExtraTimeInfo, 2> kExtraTimes = {{
    {"prepare", "Sorting and grids that evolve builds once per R1.", Stage::evolve, StageUse::chains},
    {"smooth", "The pass over the whole cloud after the tiles.", Stage::order, StageUse::tiles},
}};

/// A stage or an extra, as one number.
class TimeOf {
 public:
  constexpr TimeOf() = default;
  constexpr TimeOf(Stage stage) : place_(size_t(stage)) {}
  constexpr TimeOf(ExtraTime extra) : place_(kStages.size() + size_t(extra)) {}
  constexpr size_t place() const { return place_; }

 private:
  size_t place_ = 0;
};

/// In ms.
class StageTimes {
 public:
  double& operator[](TimeOf what) { return milliseconds_[what.place()]; }
  double operator[](TimeOf what) const { return milliseconds_[what.place()]; }
  double total() const { return std::accumulate(milliseconds_.begin(), milliseconds_.end(), 0.0); }

 private:
  std::array<double, kStages.size() + kExtraTimes.size()> milliseconds_{};
};

struct TimeRow {
  TimeOf what;
  std::string_view id;    ///< key in reports
  std::string_view help;  ///< what the time is spent on
  StageUse use;           ///< chains, a network, or tiles: 0 in any other detection
  Stage stage;            ///< what it belongs to
};

namespace stage_times {

consteval auto rows() {
  std::array<TimeRow, kTileStages.size() + kChainStages.size() + kNetworkStages.size() + kExtraTimes.size()> rows{};
  size_t count = 0;
  const auto add = [&](Stage stage) { rows[count++] = {stage, name(stage), stageInfo(stage).time, stageInfo(stage).use, stage}; };
  for (const Stage stage : kTileStages) add(stage);
  for (const Stage stage : kChainStages) {
    for (size_t extra = 0; extra < kExtraTimes.size(); ++extra)
      if (const ExtraTimeInfo& info = kExtraTimes[extra]; info.before == stage)
        rows[count++] = {ExtraTime(extra), info.id, info.help, info.use, stage};
    add(stage);
  }
  for (const Stage stage : kNetworkStages) add(stage);
  return rows;
}

}  // namespace stage_times

/// In the order in which the time passes.
inline constexpr auto kTimeRows = stage_times::rows();

/// The rows of a detection by this plan; for chains also those of tiles.
std::vector<TimeRow> timeRows(const Plan& plan);

}  // namespace arete
