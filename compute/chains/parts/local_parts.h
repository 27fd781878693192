// The parts of one process with what carries their messages, and S, which the process has whole between runs: evolve, wherever the points of the
// parts are.
#pragma once

#include <memory>
#include <vector>

#include "compute/chains/evolve/contract.h"
#include "compute/chains/parts/evolving_part.h"
#include "compute/chains/parts/local_exchange.h"
#include "compute/chains/parts/parts_report.h"
#include "compute/chains/parts/schedule.h"

namespace arete::cpu {

template <class T>
class LocalParts {
 public:
  /// `parts`: numbered from 0 on, over one grid. `residence`: null where all points are in memory; outlives this.
  LocalParts(std::vector<std::unique_ptr<parts::EvolvingPart>> parts, const PartRules<T>& rules, const GridShape& shape, Partition partition,
             parts::PartsOrder order, parts::Residence* residence = nullptr);

  void reset(const PointArray& chosen, const StageContext& context);
  void keep(std::span<const uint32_t> kept, const StageContext& context);
  std::vector<EvolveStep> iterate(uint32_t limit, const StageContext& context);
  PointArray chosen() const { return slots_.subset(present_); }
  /// Of `points` points in memory.
  std::vector<uint32_t> assignment(uint32_t points, const StageContext& context);

  PartsReport report() const;
  std::vector<parts::PartKnows> knows() const;

 private:
  void introduce();
  void gatherPlaces();

  const PartRules<T> rules_;
  const GridShape shape_;
  const Partition partition_;
  const parts::PartsOrder order_;
  parts::Residence* const residence_;
  const std::vector<std::unique_ptr<parts::EvolvingPart>> parts_;
  std::vector<std::vector<uint32_t>> neighbours_;
  std::unique_ptr<parts::LocalExchange> exchange_;
  parts::OneThreadEach threads_;

  PointArray slots_;               // row layout: places of all slots, present or not
  std::vector<uint32_t> present_;  // slots of S now
  uint64_t iterations_ = 0, lookedAt_ = 0, busiest_ = 0;
};

}  // namespace arete::cpu
