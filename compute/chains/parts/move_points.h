// Brings points of several ranks to the ranks whose parts they are.
#pragma once

#include <memory>

#include "compute/chains/parts/parting.h"
#include "compute/chains/parts/partition.h"
#include "compute/chains/parts/ranked_points.h"
#include "compute/chains/parts/ranks.h"

namespace arete::cpu {

/// Which part each place of all ranks' points belongs to: one sum over ranks a level. The same on all ranks. Throws Cancelled.
std::shared_ptr<const parts::Parting> partedOverRanks(const RankedPoints& cloud, const GridShape& shape, parts::Ranks& ranks,
                                                      const StageContext& context);

/// The points that the rank owns after that, row layout. `partition`: space or dealt. Memory while they move: both clouds, and a number a point.
/// Throws Cancelled.
PointArray movedToParts(const RankedPoints& cloud, const GridShape& shape, const parts::Parting& parting, Partition partition, parts::Ranks& ranks,
                        const StageContext& context);

}  // namespace arete::cpu
