#include "compute/core/join_rows.h"

#include "compute/core/distance.h"
#include "compute/core/error.h"

namespace arete {

Polylines joinRows(std::span<const double> rows, int dimension, std::span<const std::string> groups, double maxGap) {
  if (dimension < 1 || dimension > kMaxDimension || rows.size() % size_t(dimension) != 0 ||
      (!groups.empty() && groups.size() != rows.size() / size_t(dimension)))
    throw Error(ErrorKind::wrongUse, "cannot join these rows", "", "the numbers of coordinates, rows and groups do not fit");
  const size_t d = size_t(dimension), count = rows.size() / d;
  Polylines result{dimension, {}, {}};
  for (size_t first = 0, end; first < count; first = end) {
    const auto joined = [&](size_t i) {
      return (groups.empty() || groups[i] == groups[i - 1]) &&
             shared::squaredDistance(&rows[i * d], 1, &rows[(i - 1) * d], 1, dimension) < maxGap * maxGap;
    };
    for (end = first + 1; end < count && joined(end);) ++end;
    if (end - first < 2) continue;
    result.lines.emplace_back(rows.begin() + ptrdiff_t(first * d), rows.begin() + ptrdiff_t(end * d));
    result.closed.push_back(false);
  }
  return result;
}

}  // namespace arete
