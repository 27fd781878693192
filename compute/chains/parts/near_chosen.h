// Which chosen points each part is told of when evolve begins: a superset of what it must know, found without asking it.
#pragma once

#include <span>
#include <vector>

#include "compute/chains/grid/cell_grid.h"
#include "compute/chains/parts/chosen_parts.h"
#include "compute/chains/parts/parting.h"
#include "compute/chains/parts/partition.h"
#include "compute/core/device.h"
#include "compute/core/point_array.h"

namespace arete::cpu {

class NearChosen {
 public:
  /// For parts of this process. Divided by space, a part's points lie in its region, and it is told of what lies in the region or touches it; dealt,
  /// they may lie anywhere.
  NearChosen(const PointArray& chosen, const GridShape& shape, const parts::Parting& parting, Partition partition, const PartRange& range,
             const StageContext& context);

  /// Ascending places in S. `part`: of this process, from 0 on.
  const std::vector<uint32_t>& of(size_t part) const { return lists_.size() == 1 ? lists_[0] : lists_[part]; }

 private:
  std::vector<std::vector<uint32_t>> lists_;  // one for all parts where they are told the same
};

/// Keeps only these (places) of the slots that are present, and says by slot whether it is.
std::vector<uint8_t> keepSlots(std::vector<uint32_t>& present, std::span<const uint32_t> kept, size_t slots);

}  // namespace arete::cpu
