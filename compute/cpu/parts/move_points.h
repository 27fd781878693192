// Brings points of several ranks to the ranks whose parts they are.
#pragma once

#include <memory>

#include "compute/cpu/parts/ranked_points.h"
#include "compute/parts/parting.h"
#include "compute/parts/partition.h"
#include "compute/parts/ranks.h"

namespace arete::cpu {

/// Which part each place of all ranks' points belongs to: one sum over ranks a level. The same on all ranks. Throws Cancelled.
std::shared_ptr<const parts::Parting> partedOverRanks(const RankedPoints& cloud, const GridShape& shape, parts::Ranks& ranks,
                                                      const StageContext& context);

/// What the rank owns after that, row layout. `partition`: space or dealt. Memory meanwhile: a number a point, besides what is there before and
/// after. Throws Cancelled.
PointArray movedToParts(const RankedPoints& cloud, const GridShape& shape, const parts::Parting& parting, Partition partition, parts::Ranks& ranks,
                        const StageContext& context);

}  // namespace arete::cpu
