// Points far away from all others, as loggers write before the first fix (0, 0) and programs for what they do not know (1e38). They take part in a
// detection like others, but what is decided by the bounds of a cloud is decided by those of the rest.
// How: the box of a sample without the hundredth at either end of each axis. A stray is more than 20 times its longest side away from it, or at 0, 0
// and more than once. Where many points are such places they are a part of the cloud.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "compute/core/point_cloud.h"

namespace arete {

class StrayTest {
 public:
  /// From some rows of local coordinates, evenly spread over the cloud. Nothing where they tell nothing: fewer than ten of them, or most are one
  /// place.
  static std::optional<StrayTest> from(std::span<const double> rows, int dimension, const PointCloud::Origin& origin);

  /// Takes local coordinates.
  bool isStray(const double* point) const;
  bool isZero(const double* point) const;
  /// Whether points within these bounds may be; whether some are surely, wherever they are.
  bool mayHave(const Bounds& local) const;
  bool surelyHas(const Bounds& local) const;

 private:
  int dimension_ = 0;
  double width_ = 0;
  std::array<double, kMaxDimension> low_{}, high_{}, zero_{};
};

struct Strays {
  std::vector<uint32_t> points;  ///< in their order; as a rule none
  Bounds rest;                   ///< local ones of all others
};
Strays straysOf(const PointCloud& cloud);

/// A place at which a considerable share of all points lies: how many, and the first of them.
struct CommonPlace {
  uint32_t points = 0, first = 0;
};
std::optional<CommonPlace> commonPlace(const PointCloud& cloud);

}  // namespace arete
