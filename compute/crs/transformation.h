// The way from one coordinate system to another, on the ground: heights stay what they are.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compute/crs/crs.h"

namespace arete {

class CrsTransformation {
 public:
  /// `what` could not be done with `where`, in errors. Throws Error(wrongUse) when there is no way between the two, when the only ones need a grid
  /// that is not installed, or without PROJ; Error(badInput) when a definition is not understood; Error(io) when PROJ's database is missing.
  CrsTransformation(const Crs& from, const Crs& to, std::string_view what, std::string_view where);
  ~CrsTransformation();

  /// The first two coordinates of every point; `dimension` (≥ 2) of them each. Throws Error(wrongUse) with the first place that has none in the other
  /// system.
  void apply(std::span<double> points, int dimension);
  /// Whether a place, x and y, has one in the other system.
  bool has(const double* place);
  /// Where a better way needs a grid that is not installed: how far positions may be off, and what to install. After apply().
  std::vector<std::string> warnings() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace arete
