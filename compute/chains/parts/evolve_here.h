// Evolve in parts of one process.
#pragma once

#include "compute/chains/parts/part.h"
#include "compute/chains/parts/parted_evolver.h"
#include "compute/chains/parts/schedule.h"

namespace arete::cpu {

struct PartsOptions {
  uint32_t parts = 1;
  Partition partition = Partition::automatic;
  parts::PartsOrder order = {};
};

class LocalPartedEvolver : public parts::PartedEvolver {
 public:
  /// By part.
  virtual std::vector<parts::PartKnows> knows() const = 0;
};

/// R1 must suit the coordinates' type (CellGrid::suits).
std::unique_ptr<LocalPartedEvolver> makePartedEvolver(const EvolveInput& in, const PartsOptions& options, const StageContext& context);

}  // namespace arete::cpu
