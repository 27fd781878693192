// Divides a cloud in memory into parts: over one grid, points to the parts that own them.
#pragma once

#include <memory>
#include <vector>

#include "compute/chains/parts/parting.h"
#include "compute/chains/parts/partition.h"
#include "compute/core/device.h"
#include "compute/core/point_cloud.h"

namespace arete::cpu {

struct PartedPoints {
  GridShape shape;                                ///< of cells kCellEdge · R1 long
  std::shared_ptr<const parts::Parting> parting;  ///< which part a place belongs to
  std::vector<std::vector<uint32_t>> owned;       ///< points of each part, by space ascending, dealt by cells; empty where one part owns all
};

/// At most so many parts, at least one; half of them or more own points: where points lie in few places, others would only cost. `partition` is not
/// automatic.
PartedPoints partPoints(const PointCloud& cloud, double r1, uint32_t most, Partition partition, const StageContext& context);

/// What `automatic` stands for, once it is known how many points were chosen.
Partition partitionFor(Partition asked, uint64_t points, uint64_t chosen);

}  // namespace arete::cpu
