// Stage "evolve": chosen points move to the mean of the cloud points that are nearest to them and within R1. Source: spec "evolve";
// thesis algorithms 2 and 8–10.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "compute/chains/evolve/move_rule.h"
#include "compute/core/device.h"
#include "compute/core/param_info.h"
#include "compute/core/point_cloud.h"

namespace arete {

inline constexpr uint32_t kUnassigned = UINT32_MAX;

struct EvolveInput {
  const PointCloud& cloud;  ///< outlives the Evolver, as does *whole
  double r1;                ///< > 0
  const ParamValues& params;
  const PointCloud* whole = nullptr;  ///< the cloud that `cloud` is a part of, if any. Sums then have its fixed-point scale, and so its bits

  const PointCloud& scaled() const { return whole != nullptr ? *whole : cloud; }
};

/// What one iteration did.
struct EvolveStep {
  uint32_t moved = 0;           ///< chosen points with a coordinate that moved; 0: S stands still
  uint64_t pointsLookedAt = 0;  ///< cloud points whose nearest chosen point was searched for
};

/// What is wanted from the iterations of a run.
enum class EvolveVisit : uint8_t { counters, chosen };

/// Evolve bound to one cloud and R1; holds the chosen points S between iterations. What it yields depends on S alone, never on how it
/// came there: reset(S) and then the same steps give the same bits.
class Evolver {
 public:
  virtual ~Evolver() = default;
  /// Replaces S: any layout, the cloud's coordinate type and dimension.
  virtual void reset(const PointArray& chosen, const StageContext& context) = 0;
  /// Keeps only these of S (ascending indices); versions may reuse what they know about the others.
  virtual void keep(std::span<const uint32_t> kept, const StageContext& context) { reset(chosen().subset(kept), context); }
  /// One iteration: all moves at once, from the old S. Throws Cancelled, after which only reset() may follow.
  virtual EvolveStep step(const StageContext& context) = 0;
  /// Iterates until S stands still, at most `limit` times, and calls `visit` for each iteration: with EvolveVisit::chosen, chosen() is S after
  /// it; with EvolveVisit::counters, S may be known only at the end of the run. Versions whose loop runs on the device override this. Throws
  /// Cancelled; what was visited counts.
  virtual void run(uint32_t limit, const std::function<void(const EvolveStep&)>& visit, EvolveVisit, const StageContext& context) {
    for (uint32_t i = 0; i < limit; ++i) {
      const EvolveStep done = step(context);
      visit(done);
      if (done.moved == 0) return;
    }
  }
  /// S now, row layout.
  virtual PointArray chosen() const = 0;
  /// For every cloud point the index in the present S of its nearest chosen point within R1 (ties: lower index), or kUnassigned.
  virtual std::vector<uint32_t> assignment(const StageContext& context) = 0;
};

/// Builds what depends on the cloud and R1 only (sorting, grids). Throws Cancelled.
using EvolveFunction = std::unique_ptr<Evolver> (*)(const EvolveInput&, const StageContext&);

/// Parameters of every evolve version.
extern const ParamInfo kToleranceParam;  ///< share of R1 a coordinate must move by to count as moving
extern const ParamInfo kMoveRuleParam;   ///< choice of shared::MoveRuleKind

/// Parameters of brute force on a GPU.
extern const ParamInfo kChosenLayoutParam;  ///< choice of Layout for S

/// The move rule that the parameters ask for.
template <class T>
shared::MoveRule<T> moveRule(const ParamValues& params, double r1) {
  return {shared::MoveRuleKind(int(params.get(kMoveRuleParam))), static_cast<T>(params.get(kToleranceParam) * r1)};
}

}  // namespace arete
