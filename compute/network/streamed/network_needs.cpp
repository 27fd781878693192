#include "compute/network/streamed/network_needs.h"

#include <algorithm>

#include "compute/core/distinct_cells.h"

namespace arete {

uint64_t networkCells(const PointStream& points, double r1, const NetworkRules& rules, const std::stop_token& stop) {
  DistinctCells cells(rules.cell * r1, points.dimension());
  points.read(
      0,
      [&](const PointArray& block, auto) {
        withScalarType(block.scalar(), [&]<class T>() {
          const PointsView<T> view = block.view<T>();
          for (uint32_t i = 0; i < view.count; ++i) cells.add(view.point(i));
        });
      },
      stop);
  return std::min(points.size(), uint64_t(cells.count() + 0.5));
}

}  // namespace arete
