// Evolve in parts, as a version of the stage.
#pragma once

#include "compute/chains/evolve/contract.h"
#include "compute/chains/parts/parts_report.h"

namespace arete::parts {

class PartedEvolver : public Evolver {
 public:
  /// Of all iterations so far.
  virtual PartsReport report() const = 0;
};

}  // namespace arete::parts
