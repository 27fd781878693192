// What a filter keeps of the blocks of a file that is read, until all of it is there: only then is it known how many points there are.
// Memory: what is kept, and one column of it once more while the blocks are joined.
#pragma once

#include <vector>

#include "compute/core/point_cloud.h"
#include "compute/filter/filter.h"
#include "compute/io/read/read_threads.h"

namespace arete {

class KeptBlocks {
 public:
  /// `rules`: those that look at one point alone. They, and the origin, must stay.
  KeptBlocks(const Filter& rules, const PointCloud::Origin& origin, size_t blocks) : rules_(rules), origin_(origin), blocks_(blocks) {}

  /// All points of a block, moved to the origin and of the cloud's type, with their attributes; the same ones in each block. By any thread. Throws as
  /// pointRules().
  void take(size_t block, PointArray points, std::vector<Attribute> attributes);
  /// The points that were kept, in their order. Call it once.
  PointCloud join(Scalar scalar, int dimension, ReadThreads& threads);

 private:
  struct Block {
    PointArray points;
    std::vector<Attribute> attributes;
  };

  const Filter& rules_;
  const PointCloud::Origin& origin_;
  std::vector<Block> blocks_;
};

}  // namespace arete
