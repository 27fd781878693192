// super_points.cpu.sequential: row 0 of its stage. Points are sorted by their cells, and each run of equal cells is summed.
// Memory: a cell a point. Cost: one sort of n. Loses to counting points into cells, and to several threads. Source: network, step 1.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <string>

#include "compute/core/error.h"
#include "compute/core/short_number.h"
#include "compute/cpu/network_versions.h"

namespace arete::cpu {

namespace {

constexpr double kFixedOne = 0x1p30;  // of a cell: 2^32 points add up to less than 2^62

struct PointInCell {
  std::array<int64_t, 3> cell{}, offset{};  // offset: from the cell's corner, in 2^-30 of its side
};

struct CellShape {
  double side;
  std::array<double, 3> minimum{};

  double corner(int k, double cells) const { return minimum[size_t(k)] + cells * side; }
};

}  // namespace

static CellShape cellShape(const SuperPointsInput& in) {
  constexpr double kMostCells = 0x1p31;
  CellShape shape{in.rules.cell * in.r1};
  for (int k = 0; k < in.cloud.dimension(); ++k) {
    shape.minimum[size_t(k)] = in.cloud.bounds().minimum[size_t(k)];
    if (in.cloud.bounds().extent(k) / shape.side >= kMostCells)
      throw Error(ErrorKind::wrongUse, "cannot detect a network", "r1",
                  "the cloud is " + shortNumber(in.cloud.bounds().extent(k)) + " wide, too much for cells of " + shortNumber(shape.side),
                  "give a larger R1, or leave stray points out of the file");
  }
  return shape;
}

static PointInCell placed(const PointArray& points, uint32_t i, const CellShape& shape) {
  PointInCell result;
  for (int k = 0; k < points.dimension(); ++k) {
    const double cells = (points.coordinate(i, k) - shape.minimum[size_t(k)]) / shape.side;
    const double whole = std::floor(cells);
    result.cell[size_t(k)] = int64_t(whole);
    result.offset[size_t(k)] = int64_t((cells - whole) * kFixedOne);
  }
  return result;
}

/// The mean of the points [first, last), which share a cell.
static shared::Vector3 meanPlace(std::span<const PointInCell> inCell, int dimension, const CellShape& shape) {
  shared::Vector3 place;
  for (int k = 0; k < dimension; ++k) {
    int64_t sum = 0;
    for (const PointInCell& point : inCell) sum += point.offset[size_t(k)];
    const double mean = double(sum) / double(inCell.size()) / kFixedOne;
    place.set(k, shape.corner(k, double(inCell[0].cell[size_t(k)]) + mean));
  }
  return place;
}

SuperPoints superPointsSequential(const SuperPointsInput& in, const StageContext& context) {
  const CellShape shape = cellShape(in);
  StopTicker tick(context);
  std::vector<PointInCell> points(in.cloud.size());
  for (uint32_t i = 0; i < in.cloud.size(); ++i) tick(), points[i] = placed(in.cloud.points(), i, shape);
  std::ranges::sort(points, {}, &PointInCell::cell);
  context.checkStop();

  SuperPoints result;
  result.dimension = in.cloud.dimension();
  for (size_t first = 0, last = 0; first < points.size(); first = last) {
    tick();
    while (last < points.size() && points[last].cell == points[first].cell) ++last;
    result.places.push_back(meanPlace(std::span(points).subspan(first, last - first), result.dimension, shape));
    result.weights.push_back(int64_t(last - first));
  }
  result.kernelScale = std::ldexp(1.0, 61 - std::bit_width(in.cloud.size()));
  return result;
}

}  // namespace arete::cpu
