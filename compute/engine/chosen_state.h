// The state of a detection between two steps: the chosen points, and what is known of each.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "compute/core/curve.h"
#include "compute/core/point_array.h"
#include "compute/engine/shared_value.h"

namespace arete {

/// A value for each chosen point besides its coordinates: a radius, a weight. Most steps leave most columns as they are: states share them.
struct PointColumn {
  std::string name;
  Shared<std::variant<std::vector<float>, std::vector<double>>> values;  ///< one a point

  size_t bytes() const;
  /// The values of these points only.
  PointColumn subset(std::span<const uint32_t> kept) const;
  friend bool operator==(const PointColumn&, const PointColumn&) = default;
};

/// S with the identity of its points and everything that belongs to them; copies share what no step has changed. Points keep their order from step to
/// step; new ones come last.
struct ChosenState {
  Shared<PointArray> points = {};             ///< row layout
  Shared<std::vector<uint64_t>> origin = {};  ///< cloud index that each point started from, or another number that is never used for another point
  std::vector<PointColumn> columns = {};      ///< each with a different name
  Shared<std::vector<Edge>> edges = {};       ///< between these points, for plans whose steps join them; ascending

  size_t bytes() const;
  /// These points (ascending) alone, with their values and the edges between them.
  ChosenState subset(std::span<const uint32_t> kept) const;
  /// Null where there is none with that name.
  const PointColumn* column(std::string_view name) const;
  friend bool operator==(const ChosenState&, const ChosenState&) = default;
};

/// The values of these alone, ascending.
template <class T>
std::vector<T> picked(const std::vector<T>& values, std::span<const uint32_t> kept) {
  std::vector<T> result;
  result.reserve(kept.size());
  for (const uint32_t i : kept) result.push_back(values[i]);
  return result;
}
/// Edges between `count` points with the numbers that their ends have among those that are kept; those that lose an end are dropped.
std::vector<Edge> edgesBetween(std::span<const uint32_t> kept, uint32_t count, const std::vector<Edge>& edges);

/// The points of `after` at their places in `before`; new ones at their present places.
PointArray previousPoints(const ChosenState& before, const ChosenState& after);
/// The points of `before` that are not in `after`.
PointArray removedPoints(const ChosenState& before, const ChosenState& after);

}  // namespace arete
