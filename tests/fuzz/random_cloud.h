// Clouds that nobody thought of: one seed is one cloud on every machine, because only + − × ÷ √ and integers make it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compute/core/point_cloud.h"

namespace arete::fuzz {

struct CloudWish {
  int fewestDimensions = 1, mostDimensions = 8;
  uint32_t mostPoints = 300;
  bool extreme = true;  ///< now and then far from zero, tiny or huge, up to where the type ends
};

struct RandomCloud {
  std::string kind;  ///< for people
  int dimension = 2;
  std::vector<double> rows;  ///< file coordinates
  std::optional<Scalar> scalar;
  double unit = 1;  ///< what its shape is made of has about this size; points of some kinds lie exactly so far apart

  uint32_t size() const { return uint32_t(rows.size() / size_t(dimension)); }
  /// Only these rows, in their order.
  RandomCloud subset(const std::vector<uint32_t>& kept) const;
  /// As a file with these rows gives it. Throws Error.
  PointCloud cloud() const { return PointCloud::recentred(rows, dimension, scalar); }
};

RandomCloud randomCloud(uint64_t seed, const CloudWish& wish);

}  // namespace arete::fuzz
