// The result of one step of a detection: immutable, shared between the compute thread and those who draw, export and report.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compute/chains/paged/store_report.h"
#include "compute/chains/parts/parts_report.h"
#include "compute/core/cloud_facts.h"
#include "compute/core/curve.h"
#include "compute/core/point_cloud.h"
#include "compute/edit/apply_edits.h"
#include "compute/engine/chosen_state.h"
#include "compute/engine/difference.h"
#include "compute/engine/job.h"
#include "compute/engine/stage_times.h"
#include "compute/network/bootstrap/network_support.h"
#include "compute/network/radius/suggest_radius.h"

namespace arete {

/// Step 0 is the first of the plan (choose); each later step of a stage (an evolve iteration, a decimate sweep) adds one.
struct StepRecord {
  Stage stage = Stage::choose;
  uint32_t round = 0;       ///< 1, 2, …; 0 for step 0
  uint32_t inRound = 0;     ///< number of this iteration or sweep within its round, from 1; 0 for step 0
  uint32_t chosen = 0;      ///< |S| after the step
  uint32_t moved = 0;       ///< chosen points that moved (evolve)
  uint32_t removed = 0;     ///< chosen points removed (decimate)
  uint32_t edges = 0;       ///< of the state after the step, for plans whose steps join points
  uint64_t lookedAt = 0;    ///< cloud points whose nearest chosen point was searched for (evolve)
  double milliseconds = 0;  ///< wall time of the step's computation
  double device_ms = 0;     ///< by the GPU's clock; for evolve iterations made together, spread evenly over them; 0 on the CPU
  bool smoothing = false;   ///< of the pass over the whole cloud after a detection in tiles; its round is the last one
};

struct Frame {
  uint64_t generation = 0;                    ///< which Engine::start it belongs to; grows
  PointCloud cloud;                           ///< without points where they are never all in memory
  CloudFacts facts;                           ///< of all its points
  Job job;                                    ///< as run: R1, R2 and versions resolved
  Plan plan;                                  ///< that was walked
  std::optional<RadiusSuggestion> suggested;  ///< where nobody gave R1: where it is from, if whoever ran the job says so
  std::string device;                         ///< Device::description()

  uint32_t step = 0;                                       ///< index into `history`
  bool finished = false;                                   ///< `step` is the last one
  bool converged = false;                                  ///< finished because a round did not change S, not because of kMaxIterationsParam
  std::shared_ptr<const std::vector<StepRecord>> history;  ///< all steps computed so far, step 0 first; may reach beyond `step`

  PointArray chosen;                   ///< S after the step, row layout, local coordinates
  std::vector<uint64_t> chosenOrigin;  ///< cloud index that each chosen point started from: its identity over time
  std::vector<PointColumn> columns;    ///< what else is known of each chosen point, for plans whose steps compute such values
  PointArray previous;                 ///< the same points before the step (trails); equal to `chosen` when nothing moved
  PointArray removed;                  ///< points that the step removed (fade out)
  Curve curve;                         ///< `chosen` joined (by order); empty while `curveKnown` is false
  bool curveKnown = false;
  std::shared_ptr<const TileTree> tiles;          ///< of a detection in tiles, else null
  std::vector<uint32_t> chosenTile;               ///< per chosen point its leaf, a place in tiles->leaves; empty without tiles
  std::shared_ptr<const PartsReport> parts;       ///< of a detection in parts that exchange messages, else null
  std::shared_ptr<const StoreReport> store;       ///< of a detection whose points are on disk, else null
  std::vector<uint32_t> assignment;               ///< per cloud point its chosen point or kUnassigned; empty unless asked for
  std::shared_ptr<const Frame> exact;             ///< the end of the exact detection that this one was asked to be compared with, else null
  Difference difference;                          ///< from `exact`, where that is known
  std::shared_ptr<const NetworkSupport> support;  ///< how sure `curve` is, of a finished network where that was asked for, else null
  std::string doubt;                              ///< networkDoubt() of a finished network: why it may be wrong, and what to do; else empty
  std::shared_ptr<const EditedCurve> edited;      ///< what edits did to the curve, where there are any: then `curve` and `chosen` are after them
  StageTimes times;                               ///< wall time spent up to the furthest step computed
  StageTimes deviceTimes;                         ///< the same between events on the GPU, its waits for the host included; all 0 on the CPU
  std::string hash;                               ///< SHA-256 over the bits of S and E, hex; empty while the curve is not known

  const StepRecord& record() const { return (*history)[step]; }
  /// Null where there is none with that name.
  const PointColumn* column(std::string_view name) const {
    const auto found = std::ranges::find(columns, name, &PointColumn::name);
    return found == columns.end() ? nullptr : &*found;
  }
};

}  // namespace arete
