// Super-points of points that are never all in memory: those of the stage, to the bit, for any memory, number of threads and order of the points.
#pragma once

#include "compute/network/streamed/distinct_store.h"
#include "compute/network/super_points/contract.h"

namespace arete::cpu {

/// `in.cloud`: without points, with the bounds and the origin of all. Tables of cells that do not fit into the memory of `room` go to the disk; the
/// super-points themselves, 32 bytes each, do not count. Throws as SuperPointsFunction does, Error(wrongUse) where cells have no numbers of 64 bits
/// or super-points would be more than `most`, Error(io).
SuperPoints streamedSuperPoints(DistinctStore& points, const SuperPointsInput& in, const DistinctStore::Room& room, uint64_t most,
                                const StageContext& context);

}  // namespace arete::cpu
