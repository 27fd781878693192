// super_points.cpu.tables: each thread adds up its points by cell in a table of its own: an array over the cloud's box where that has
// few cells, else a hash table. Their sums for the same cell are brought together by a radix sort of the cells' numbers. Memory: 40 bytes in
// the plane, 56 in space for each cell that a thread finds, and as much for the tables. Cost: for each point one division per axis and a look-up in
// the table; then some passes over the cells. Floor: reading the points once. Loses to row 0 for a few hundred points, and to a sort of the points
// where most cells hold one. Source: network, step 1.
#include "compute/network/super_points/cell_sums.h"
#include "compute/network/super_points/stage.h"

namespace arete::cpu {

template <class T, int D>
static SuperPoints summed(const SuperPointsInput& in, const SuperCells& cells, const StageContext& context) {
  constexpr size_t kGrain = 1 << 14, kSmallBox = 1 << 16;
  if (!CellKeys(cells).fit()) return superPointsSequential(in, context);
  ThreadPool& threads = context.device.threads();
  const PointsView<T> points = in.cloud.view<T>();
  CellSums<D> sums(cells, threads.size(), std::max(kSmallBox, points.count / size_t(threads.size())));
  threads.forEachRange(points.count, kGrain, [&](size_t begin, size_t end, int thread) {
    context.checkStop();
    sums.add(points, begin, end, thread);
  });
  return sums.superPoints(points.count, context);
}

SuperPoints superPointsTables(const SuperPointsInput& in, const StageContext& context) {
  const SuperCells cells = superCells(in);
  SuperPoints result = withScalarType(
      in.cloud.scalar(), [&]<class T>() { return in.cloud.dimension() == 2 ? summed<T, 2>(in, cells, context) : summed<T, 3>(in, cells, context); });
  result.sphereCentre = sphereCentreOf(in);
  return result;
}

}  // namespace arete::cpu
