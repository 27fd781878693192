// Evolve in parts of one process.
#pragma once

#include "compute/parts/parted_evolver.h"
#include "compute/parts/schedule.h"

namespace arete::cpu {

struct PartsOptions {
  uint32_t parts = 1;
  Partition partition = Partition::automatic;
  parts::PartsOrder order = {};
};

/// R1 must suit the coordinates' type (CellGrid::suits).
std::unique_ptr<parts::PartedEvolver> makePartedEvolver(const EvolveInput& in, const PartsOptions& options, const StageContext& context);

}  // namespace arete::cpu
