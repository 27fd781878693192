// What a detection is made of between two steps: the chosen points, and what is known of each.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "compute/core/curve.h"
#include "compute/core/point_array.h"

namespace arete {

/// A value for each chosen point besides its coordinates: a radius, a weight.
struct PointColumn {
  std::string name;
  std::variant<std::vector<float>, std::vector<double>> values;  ///< one a point

  size_t bytes() const;
  /// Of these points only.
  PointColumn subset(std::span<const uint32_t> kept) const;
  friend bool operator==(const PointColumn&, const PointColumn&) = default;
};

/// S with the identity of its points and all that belongs to them. Points keep their order from step to step; new ones stand behind the others.
struct ChosenState {
  PointArray points;                      ///< row layout
  std::vector<uint32_t> origin = {};      ///< cloud index each point started from, or another number that no other point ever has
  std::vector<PointColumn> columns = {};  ///< each of another name
  std::vector<Edge> edges = {};           ///< between these points, of plans whose steps join them; ascending

  size_t bytes() const;
  /// Only these points (ascending), with their values and the edges between them.
  ChosenState subset(std::span<const uint32_t> kept) const;
  /// Null where there is none of that name.
  const PointColumn* column(std::string_view name) const;
  friend bool operator==(const ChosenState&, const ChosenState&) = default;
};

/// The points of `after` where they were in `before`; new ones where they are.
PointArray previousPoints(const ChosenState& before, const ChosenState& after);
/// The points of `before` that are not in `after`.
PointArray removedPoints(const ChosenState& before, const ChosenState& after);

}  // namespace arete
