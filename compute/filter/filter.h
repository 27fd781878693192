// Which points of a cloud take part, and in which order: a value of the job, compared, undone, saved and told in reports.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "compute/filter/region.h"

namespace arete {

/// Edges belong to it. It has as many axes as numbers: further axes are not looked at.
struct FilterBox {
  std::vector<double> minimum, maximum;
  friend bool operator==(const FilterBox&, const FilterBox&) = default;
};

/// The values of a column that are kept, ends included; what is missing is not.
struct FilterRange {
  std::string column;  ///< as in an expression: an attribute, or an axis
  double low = -std::numeric_limits<double>::infinity(), high = std::numeric_limits<double>::infinity();
  friend bool operator==(const FilterRange&, const FilterRange&) = default;
};

/// What lies as near to a piece of curve is left out: what an edit calls noise. Only Job::inputFilter() makes these; files have the edits.
struct FilterTube {
  int dimension = 0;                           ///< coordinates a corner
  std::vector<double> corners;                 ///< file coordinates, one corner after the other
  std::vector<std::array<uint32_t, 2>> edges;  ///< between corners
  double reach = 0;                            ///< cloud units
  friend bool operator==(const FilterTube&, const FilterTube&) = default;
};

/// In which order points take part. It decides ties, which points are chosen, and in which order decimate looks at them.
enum class PointOrder : uint8_t {
  file,
  scattered  ///< by a hash of their coordinates: the answer depends on the set of points alone
};

inline constexpr const char *kFileOrder = "file", *kScattered = "scattered";  ///< in files and flags

/// Every rule must hold; then the points are ordered; `every` and `thin` look at what is left, in that order.
struct Filter {
  std::string where;                        ///< an expression (compute/filter/expression.h); "" for all
  std::optional<std::vector<int>> classes;  ///< ASPRS numbers, ascending; not set: all; none: nothing is kept
  std::optional<FilterBox> box;
  std::vector<Region> regions;
  std::vector<FilterRange> ranges;
  std::vector<FilterTube> tubes;
  PointOrder order = PointOrder::file;
  uint32_t every = 1;  ///< the first of so many points
  double thin = 0;     ///< one point, the first, in each cell of a grid of this width through the origin of the file's coordinates; 0 = all

  bool empty() const { return *this == Filter{}; }
  friend bool operator==(const Filter&, const Filter&) = default;
};

/// "class ground (2); z from 2 to 40; every 3": for reports and the window; "" for one that keeps all.
std::string describe(const Filter& filter);

}  // namespace arete
