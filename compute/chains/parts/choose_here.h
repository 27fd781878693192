// Choosing from a cloud in memory in parts.
#pragma once

#include <vector>

#include "compute/chains/choose/contract.h"

namespace arete::cpu {

struct ChosenInParts {
  std::vector<uint32_t> chosen;  ///< ascending
  uint32_t rounds = 0;           ///< how often points went to and fro
};

/// At most so many parts, as partPoints() makes. R1 must suit the coordinates' type (CellGrid::suits).
ChosenInParts chooseInParts(const ChooseInput& in, uint32_t most, const StageContext& context);

}  // namespace arete::cpu
