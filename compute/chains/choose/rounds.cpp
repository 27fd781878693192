// choose.cpu.rounds: the points that row 0 chooses, the lexicographically first maximal independent set, in rounds over prefixes.
//
// Idea. The cloud is taken in prefixes that double. First all threads drop the points of the next piece that are covered by a point
// chosen before the piece (reading only), then what is left is decided in index order. In an unordered cloud a few thousand points
// choose nearly everything, so nearly all points are dropped in parallel. In a cloud sorted along its curve most points of a piece are
// decided in the second part, on one thread: the same result, the same number of comparisons, less overlap.
// Chosen points are kept by grid cells of R1: where the box has fewer cells than the cloud points (the usual case), each is put into all
// cells that it touches, so that a point looks into one list; otherwise into its own cell only, and a point looks into the cells around.
// When R1 is so small that most points are chosen, hardly any are dropped in parallel. Then all threads list the lower-index neighbours of
// every point instead, and one pass in index order chooses the points that have no chosen one in their list.
//
// Memory: per chosen point up to 3^3 nodes of d + 1 words; the piece; or the lists, at most 16 words a point. Cost: per point one cell and the few
// chosen points near it, which are farther than R1 from each other; with d > 3 only the three widest axes are gridded, so lists grow with what lies
// above a cell. Floor: one pass over the cloud, n·d·sizeof(T) bytes: 12 MB for a million 3D points, under a millisecond; in practice the
// unpredictable first comparisons of each point (about 10 ns) decide. Loses to row 0 for a hundred points, and where R1 is so large that only a
// handful is chosen.
// Source: Blelloch, Fineman, Shun 2012, "Greedy sequential maximal independent set and matching are parallel on average".
#include <algorithm>
#include <optional>

#include "compute/chains/choose/chosen_grid.h"
#include "compute/chains/choose/stage.h"
#include "compute/chains/grid/neighbour_lists.h"
#include "compute/core/buffer.h"
#include "compute/core/distance.h"

namespace arete::cpu {

namespace {

/// D: the dimension, or 0 for one known at run time.
template <class T, int D>
class Chooser {
 public:
  Chooser(const PointCloud& cloud, double r1)
      : cloud_(cloud.view<T>()),
        r1_(r1),
        reach_(shared::squaredRadius<T>(r1)),
        chosenGrid_(CellGrid(cloud_, ChosenGrid<T, D>::edge(r1), &cloud.bounds()), r1, cloud.dimension(), cloud.size()) {}

  std::vector<uint32_t> run(const StageContext& context) {
    Buffer<uint32_t> left(std::min<size_t>(cloud_.count, kLargestPiece));
    std::vector<uint32_t> leftOfGrain(left.size() / kGrain + 1);
    for (size_t first = 0; first < cloud_.count;) {
      const size_t size = std::min({size_t(cloud_.count) - first, std::max(first, kGrain), kLargestPiece});
      context.device.threads().forEachRange(size, kGrain, [&](size_t begin, size_t end, int) {
        context.checkStop();
        uint32_t* out = &left[begin];
        for (size_t i = first + begin; i < first + end; ++i) {
          *out = uint32_t(i);
          out += !covered(uint32_t(i));
        }
        leftOfGrain[begin / kGrain] = uint32_t(out - &left[begin]);
      });
      for (size_t begin = 0; begin < size; begin += kGrain) {
        context.checkStop();
        for (size_t j = begin; j < begin + leftOfGrain[begin / kGrain]; ++j)
          if (!covered(left[j])) choose(left[j]);
      }
      first += size;
      if (first == kSparsePrefix && neighboursExpected() <= kFewNeighbours)
        if (auto chosen = chooseFromLists(context)) return std::move(*chosen);
      context.report(double(first) / cloud_.count);
    }
    return std::move(chosen_);
  }

 private:
  static constexpr size_t kGrain = 2048, kLargestPiece = 1 << 20;
  static constexpr size_t kSparsePrefix = 1 << 16;  // kGrain · 2^5: where a piece ends
  static constexpr double kFewNeighbours = 8;

  /// How many points of the cloud lie within R1 of one, on average, from the share of the prefix that was dropped.
  double neighboursExpected() const {
    const double dropped = 1 - double(chosen_.size()) / kSparsePrefix;
    return dropped / (1 - dropped) * double(cloud_.count) / (kSparsePrefix / 2.0);
  }

  /// Nothing when the points have more neighbours than expected.
  std::optional<std::vector<uint32_t>> chooseFromLists(const StageContext& context) const {
    const NeighbourLists lower(SortedPoints<T>(cloud_, r1_, context), context, [&](uint32_t i, uint32_t other, T squared) {
      return other < i && squared <= reach_ ? other : NeighbourLists::kNothing;
    });
    if (!lower.complete()) return {};
    StopTicker checkStop(context);
    std::vector<uint32_t> chosen;
    std::vector<uint8_t> isChosen(cloud_.count);
    for (uint32_t i = 0; i < cloud_.count; ++i) {
      checkStop();
      const auto neighbours = lower.of(i);
      isChosen[i] = std::none_of(neighbours.begin(), neighbours.end(), [&](uint32_t other) { return isChosen[other] != 0; });
      if (isChosen[i]) chosen.push_back(i);
    }
    return chosen;
  }

  bool covered(uint32_t i) const { return chosenGrid_.covers(cloud_.point(i), cloud_.coordinateStride); }

  void choose(uint32_t i) {
    chosen_.push_back(i);
    chosenGrid_.add(cloud_.point(i), cloud_.coordinateStride);
  }

  const PointsView<T> cloud_;
  const double r1_;
  const T reach_;
  ChosenGrid<T, D> chosenGrid_;
  std::vector<uint32_t> chosen_;
};

}  // namespace

std::vector<uint32_t> chooseRounds(const ChooseInput& in, const StageContext& context) {
  return withScalarType(in.cloud.scalar(), [&]<class T>() {
    if (!CellGrid::suits<T>(in.r1)) return chooseSequential(in, context);
    if (in.cloud.dimension() == 2) return Chooser<T, 2>(in.cloud, in.r1).run(context);
    if (in.cloud.dimension() == 3) return Chooser<T, 3>(in.cloud, in.r1).run(context);
    return Chooser<T, 0>(in.cloud, in.r1).run(context);
  });
}

}  // namespace arete::cpu
