// projection.cpu.boxes: pieces of the cloud are halved into boxes, and each box keeps only the edges that can be nearest to a point in it.
//
// Idea     A point in a box with centre c and half diagonal r is at most r from c. So its nearest edge is at most r farther from c than
//          from the point, and the point is at most r farther from an edge than c is:
//          edges farther from c than the nearest one by more than 2 r are never nearest to
//          a point in the box. Children inherit what is left. Boxes of few points, or with few edges, are looked at edge by edge, in ascending order.
//          No index of the edges is needed, and strays, any dimension and any length of edges are nothing special.
// Exact    The bound is widened by kSlack of the largest coordinate, which is more than what all roundings of the distance can add up to (some 50
//          roundings of 2⁻⁵³), so the edge that the reference finds is never left out; and the distance itself is the reference's function.
// Memory   a piece of the points for each thread, with coordinates; the lists of edges along one way down.
// Cost     points × log(points in a piece) + edges × pieces, by all threads; a piece is what a thread takes, and stays in its cache.
// Loses    against the reference with few edges (up to about ten), and where a piece of the cloud lies farther from the curve
//          than it is wide:
//          then all edges are about as near.
// Source   the bound of dual-tree nearest-neighbour searches (A. Gray, A. Moore, NIPS 2000).
#include <algorithm>
#include <array>
#include <numeric>

#include "compute/measures/projection/nearest_edge.h"

namespace arete::cpu {

namespace {

constexpr double kSlack = 1e-12, kUnderflow = 1e-150;
constexpr size_t kSmallestPiece = 1 << 13, kLargestPiece = 1 << 16, kFewPoints = 8, kFewEdges = 3;

/// `D` coordinates, of which `dim` count: D is 2, 3 or the largest.
template <int D>
struct Item {
  std::array<double, D> at;
  uint32_t index;
};

template <int D>
class CurvePiece {
 public:
  CurvePiece(const CurveEdges& curve, double largest, CurvePlaces& places, const StageContext& context)
      : curve_(curve), largest_(largest), places_(places), context_(context) {}

  template <class T>
  void run(const PointsView<T>& points, size_t begin, size_t end) {
    items_.resize(end - begin);
    for (size_t i = begin; i < end; ++i) {
      Item<D>& item = items_[i - begin];
      for (int k = 0; k < dim(); ++k) item.at[size_t(k)] = double(points.at(i, k));
      item.index = uint32_t(i);
    }
    if (all_.empty()) {
      all_.resize(curve_.edges.size());
      std::iota(all_.begin(), all_.end(), 0u);
    }
    descend(items_, all_, 0);
  }

 private:
  int dim() const { return D <= 3 ? D : curve_.dimension; }

  struct Box {
    std::array<double, D> centre;
    double radius, extent;
    size_t widest;
  };

  Box boxOf(std::span<const Item<D>> items) const {
    std::array<double, D> low = items[0].at, high = low;
    for (const Item<D>& item : items)
      for (size_t k = 0; k < size_t(dim()); ++k) low[k] = std::min(low[k], item.at[k]), high[k] = std::max(high[k], item.at[k]);
    Box box{{}, 0, -1, 0};
    for (size_t k = 0; k < size_t(dim()); ++k) {
      const double extent = high[k] - low[k];
      box.centre[k] = low[k] + extent / 2;
      box.radius += extent * extent / 4;
      if (extent > box.extent) box.extent = extent, box.widest = k;
    }
    box.radius = std::sqrt(box.radius);
    return box;
  }

  /// Of the candidates those that can be nearest to a point in the box, in their order.
  void keep(const Box& box, std::span<const uint32_t> candidates, std::vector<uint32_t>& kept) {
    distances_.resize(candidates.size());
    const double* const vertices = curve_.vertices.data();
    double least = INFINITY;
    for (size_t i = 0; i < candidates.size(); ++i) {
      const CurveEdge& edge = curve_.edges[candidates[i]];
      const double *a = vertices + size_t(edge.a) * size_t(dim()), *b = vertices + size_t(edge.b) * size_t(dim());
      distances_[i] = shared::squaredDistanceToSegment(box.centre.data(), a, b, dim());
      least = std::min(least, distances_[i]);
    }
    const double reach = (std::sqrt(least) + 2 * box.radius) * (1 + kSlack) + kSlack * largest_ + kUnderflow;
    kept.clear();
    for (size_t i = 0; i < candidates.size(); ++i)
      if (!(distances_[i] > reach * reach)) kept.push_back(candidates[i]);
  }

  void descend(std::span<Item<D>> items, std::span<const uint32_t> candidates, size_t depth) {
    context_.checkStop();
    if (items.size() <= kFewPoints || candidates.size() <= kFewEdges) return search(items, candidates);
    const Box box = boxOf(items);
    if (lists_.size() <= depth) lists_.resize(depth + 1);
    std::vector<uint32_t> kept = std::move(lists_[depth]);
    keep(box, candidates, kept);
    const double middle = box.centre[box.widest];
    const auto upper = std::partition(items.begin(), items.end(), [&](const Item<D>& item) { return item.at[box.widest] < middle; });
    const auto below = size_t(upper - items.begin());
    if (below == 0 || kept.size() <= kFewEdges) {  // all points in one place: nothing to halve
      search(items, kept);
    } else {
      descend(items.first(below), kept, depth + 1);
      descend(items.subspan(below), kept, depth + 1);
    }
    lists_[depth] = std::move(kept);
  }

  void search(std::span<const Item<D>> items, std::span<const uint32_t> candidates) {
    for (const Item<D>& item : items) {
      NearestEdge nearest;
      for (const uint32_t edge : candidates) nearest.offer(item.at.data(), curve_, edge, dim());
      places_[item.index] = nearest.result(item.at.data(), curve_);
    }
  }

  const CurveEdges& curve_;
  const double largest_;
  CurvePlaces& places_;
  const StageContext& context_;
  std::vector<Item<D>> items_;
  std::vector<uint32_t> all_;
  std::vector<std::vector<uint32_t>> lists_;  ///< by depth: kept for the next box there
  std::vector<double> distances_;
};

/// The largest coordinate of either, without its sign.
template <class T>
double largestCoordinate(const PointsView<T>& points, const CurveEdges& curve, ThreadPool& threads) {
  constexpr size_t kGrain = 1 << 16;
  std::vector<double> found(size_t(threads.size()));
  threads.forEachRange(points.count, kGrain, [&](size_t begin, size_t end, int thread) {
    T largest = 0;
    for (size_t i = begin; i < end; ++i)
      for (int k = 0; k < points.dimension; ++k) largest = std::max(largest, std::abs(points.at(i, k)));
    found[size_t(thread)] = std::max(found[size_t(thread)], double(largest));
  });
  double largest = *std::ranges::max_element(found);
  for (const double x : curve.vertices) largest = std::max(largest, std::abs(x));
  return largest;
}

template <int D, class T>
void projectAll(const PointsView<T>& points, const CurveEdges& curve, CurvePlaces& places, const StageContext& context) {
  ThreadPool& threads = context.device.threads();
  const double largest = largestCoordinate(points, curve, threads);
  std::vector<CurvePiece<D>> pieces(size_t(threads.size()), CurvePiece<D>(curve, largest, places, context));
  const size_t piece = std::clamp(points.count / (8 * size_t(threads.size())), kSmallestPiece, kLargestPiece);
  threads.forEachRange(points.count, piece, [&](size_t begin, size_t end, int thread) {
    pieces[size_t(thread)].run(points, begin, end);
    if (thread == 0) context.report(double(end) / points.count);
  });
}

}  // namespace

CurvePlaces projectBoxes(const PointArray& points, const CurveEdges& curve, const StageContext& context) {
  checkDimension(points, curve);
  CurvePlaces places(points.size());
  if (points.empty()) return places;
  if (curve.edges.empty()) {
    std::ranges::fill(places, CurvePlace{CurvePlace::kNowhere, 0, INFINITY});
    return places;
  }
  withScalarType(points.scalar(), [&]<class T>() {
    const PointsView<T> view = points.view<T>();
    if (view.dimension == 2) projectAll<2>(view, curve, places, context);
    else if (view.dimension == 3) projectAll<3>(view, curve, places, context);
    else projectAll<kMaxDimension>(view, curve, places, context);
  });
  return places;
}

}  // namespace arete::cpu
