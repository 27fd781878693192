// What a detection is made of: its steps on the whole cloud, or in tiles. The Detector decides which step is next.
#pragma once

#include <functional>
#include <memory>

#include "compute/engine/frame.h"
#include "compute/engine/history.h"

namespace arete {

/// Holds the chosen points between evolve iterations, as an Evolver does. What a call yields depends on the state given with reset() and
/// the calls after it alone. Any call may throw Cancelled; then only reset(), choose() and sweep() may follow.
class Steps {
 public:
  virtual ~Steps() = default;
  /// Cloud indices of the points that start to move.
  virtual std::vector<uint32_t> choose(const StageContext& context) = 0;
  virtual void reset(const ChosenState& state, const StageContext& context) = 0;
  /// Keeps only these of the chosen points (ascending indices).
  virtual void keep(std::span<const uint32_t> kept, const StageContext& context) = 0;
  /// As Evolver::run.
  virtual void evolve(uint32_t limit, const std::function<void(const EvolveStep&)>& visit, EvolveVisit wanted, const StageContext& context) = 0;
  virtual PointArray chosen() const = 0;
  /// As Evolver::assignment.
  virtual std::vector<uint32_t> assignment(const StageContext& context) = 0;
  /// One decimate sweep: the indices in `state` that stay, ascending.
  virtual std::vector<uint32_t> sweep(const ChosenState& state, const StageContext& context) const = 0;
  /// The tiles that the steps are made in, null for the whole cloud.
  virtual std::shared_ptr<const TileTree> tiles() const { return nullptr; }
  /// The leaves that these cloud points are in.
  virtual std::vector<uint32_t> tilesOf(std::span<const uint32_t>) const { return {}; }
};

/// The job's versions on the whole cloud: the exact answer, when they are exact. Both outlive the steps.
std::unique_ptr<Steps> makeWholeSteps(const PointCloud& cloud, const Job& job);

/// The job's versions in each tile, as kTileDetectionParam says. Builds the tree. Source: spec "Tiled detection"; thesis chapter 4.
std::unique_ptr<Steps> makeTiledSteps(const PointCloud& cloud, const Job& job, const StageContext& context);

}  // namespace arete
