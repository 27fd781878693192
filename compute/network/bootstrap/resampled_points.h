// The points of a cloud drawn anew with replacement, as super-points: what a bootstrap makes networks from. Source: network, sections 2 and 4.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "compute/core/coordinate_hash.h"
#include "compute/network/super_points/contract.h"

namespace arete {

/// The points of a cloud by their cells, so that super-points for any weights of the points take one pass. Memory: 16 bytes a point in the plane, 20
/// in space.
class ResampledPoints {
 public:
  /// Sorts different points (distinctPoints()) by cells, on all threads. `hashes`: of each point; those with one hash count alike. Else each counts
  /// for itself. Throws as SuperPointsFunction does.
  ResampledPoints(const SuperPointsInput& in, const StageContext& context, std::span<const shared::CoordinateHash> hashes = {});

  /// Super-points of resample `number`: each point counts as often as its hash says, 0, 1, 2 … times, as by a Poisson distribution of mean 1. A
  /// point's own hash is one of its coordinates. None where no point counts.
  SuperPoints resample(uint32_t number, const StageContext& context) const;
  /// Each point counts once: what the stage gives.
  SuperPoints all(const StageContext& context) const;

 private:
  struct Key {
    uint32_t first, second;
  };
  template <class WeightOf>
  SuperPoints weighted(const StageContext& context, const WeightOf& weightOf) const;
  using Hashes = std::span<const shared::CoordinateHash>;
  void sort(const PointCloud& cloud, Hashes hashes, const StageContext& context);
  void addCells(const PointCloud& cloud, Hashes hashes, std::span<const uint32_t> order, const StageContext& context);
  std::span<const uint32_t> offsetsOf(size_t point) const { return std::span(offsets_).subspan(point * size_t(dimension_), size_t(dimension_)); }

  int dimension_;
  SuperCells cells_;
  std::optional<shared::Vector3> sphereCentre_;
  std::vector<size_t> firsts_;     // of each occupied cell, and one more
  std::vector<uint32_t> inCell_;   // for each occupied cell, its coordinates, `dimension` each
  std::vector<Key> keys_;          // of each point, by cells
  std::vector<uint32_t> offsets_;  // of each point, by cells, in its cell, `dimension` each: shared::CellCoordinate::offset
};

/// How often a point with these random bits counts: Poisson with mean 1, by thresholds that are whole numbers.
uint32_t poissonWeight(uint32_t randomBits);

}  // namespace arete
