// super_points.cpu.sequential: row 0 of its stage. Points are sorted by their cells, and each run of equal cells is summed.
// Memory: a cell per point. Cost: one sort of n. Loses to counting points into cells, and to several threads. Source: network, step 1.
#include <algorithm>
#include <array>

#include "compute/network/super_points/contract.h"
#include "compute/network/super_points/super_cell.h"

namespace arete::cpu {

namespace {

struct PointInCell {
  std::array<int64_t, 3> cell{}, offset{};  // as shared::CellCoordinate
};

}  // namespace

static PointInCell placed(const PointArray& points, uint32_t i, const SuperCells& cells) {
  PointInCell result;
  for (int k = 0; k < points.dimension(); ++k) {
    const shared::CellCoordinate at = shared::cellCoordinate(points.coordinate(i, k), cells.minimum[k], cells.side);
    result.cell[size_t(k)] = at.cell, result.offset[size_t(k)] = at.offset;
  }
  return result;
}

/// The mean of points that share a cell.
static shared::Vector3 meanPlace(std::span<const PointInCell> inCell, int dimension, const SuperCells& cells) {
  shared::Vector3 place;
  for (int k = 0; k < dimension; ++k) {
    int64_t sum = 0;
    for (const PointInCell& point : inCell) sum += point.offset[size_t(k)];
    place.set(k, shared::cellMean(inCell[0].cell[size_t(k)], sum, int64_t(inCell.size()), cells.minimum[k], cells.side));
  }
  return place;
}

SuperPoints superPointsSequential(const SuperPointsInput& in, const StageContext& context) {
  const SuperCells cells = superCells(in);
  StopTicker tick(context);
  std::vector<PointInCell> points(in.cloud.size());
  for (uint32_t i = 0; i < in.cloud.size(); ++i) tick(), points[i] = placed(in.cloud.points(), i, cells);
  std::ranges::sort(points, [&](const PointInCell& a, const PointInCell& b) { return tick(), a.cell < b.cell; });

  SuperPoints result;
  result.dimension = in.cloud.dimension();
  for (size_t first = 0, last = 0; first < points.size(); first = last) {
    tick();
    while (last < points.size() && points[last].cell == points[first].cell) ++last;
    result.places.push_back(meanPlace(std::span(points).subspan(first, last - first), result.dimension, cells));
    result.weights.push_back(int64_t(last - first));
  }
  result.kernelScale = kernelScaleOf(in.cloud.size());
  result.sphereCentre = sphereCentreOf(in);
  return result;
}

}  // namespace arete::cpu
