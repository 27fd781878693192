// tile.cpu.parallel: the tree of row 0, level by level, on all threads.
//
// Idea. Point indices and with them the coordinates are put in the order of the tiles, so that everything after the first level reads
// memory in a row. The first level is a counting sort by cell: every thread counts the cells of its part, the counts become places, every
// thread puts its part there. A halving level does the same with two places per tile: the tiles that are too full are cut into pieces, so
// that one large tile and many small ones are shared out alike; a piece remembers in a byte which side each of its points is on. Division is
// stable, so indices ascend within every tile as in row 0. Surroundings: see surroundings.h.
//
// Memory: indices and coordinates twice, a byte a point, a count per thread and cell of the first level; then what the surroundings hold.
// Cost: per level, of the points in tiles that are still too full, one coordinate read (tight bounds: all) and the point moved twice.
// Loses to row 0 on a few hundred points. Source: spec "Tiled detection"; thesis algorithms 13–18.
#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

#include "compute/core/buffer.h"
#include "compute/core/radix_sort.h"
#include "compute/tiles/contract.h"
#include "compute/tiles/surroundings.h"
#include "compute/tiles/tile_rule.h"

namespace arete::cpu {

namespace {

constexpr uint32_t kPiecePoints = 1 << 14;  // what a thread takes at a time
constexpr size_t kPerThread = 1 << 15;      // fewer points are not worth a thread of the first level

/// A part of a tile that is being divided.
struct Piece {
  uint32_t node, begin, end;
  uint32_t upper = 0;  // how many of its points go to the upper half
  uint32_t lowerPlace = 0, upperPlace = 0;
};

/// D: the dimension where the compiler should know it, else 0.
template <class T, size_t D>
class Builder {
 public:
  Builder(const TileInput& in, const StageContext& context)
      : cloud_(in.cloud.view<T>()),
        plan_(tilePlan(in)),
        context_(context),
        dimension_(size_t(in.cloud.dimension())),
        order_(cloud_.count),
        spareOrder_(cloud_.count),
        points_(cloud_.count * dimension_),
        sparePoints_(cloud_.count * dimension_),
        upper_(cloud_.count) {
    tree_.kind = plan_.kind;
    tree_.dimension = in.cloud.dimension();
    tree_.nodes.push_back({.end = cloud_.count});
    const Bounds& bounds = in.cloud.bounds();
    tree_.bounds.assign(bounds.minimum.begin(), bounds.minimum.begin() + ptrdiff_t(dimension_));
    tree_.bounds.insert(tree_.bounds.end(), bounds.maximum.begin(), bounds.maximum.begin() + ptrdiff_t(dimension_));
  }

  TileTree build(double r1) {
    context_.checkStop();
    if (plan_.divides(tree_.nodes[0])) {
      divideCloud();
      for (size_t first = 1; first < tree_.nodes.size();) {
        const size_t end = tree_.nodes.size();
        if (!plan_.exactCells()) tighten(first, end);
        halve(first, end);
        first = end;
      }
    }
    tree_.points.resize(order_.size());
    pieces(order_.size(), [&](size_t begin, size_t end) { std::copy_n(&order_[begin], end - begin, &tree_.points[begin]); });
    completeTree(tree_, plan_);
    findSurroundings<T>(tree_, points_.span(), r1, context_);
    return std::move(tree_);
  }

 private:
  ThreadPool& pool() const { return context_.device.threads(); }
  size_t dimension() const { return D > 0 ? D : dimension_; }

  template <class Body>
  void pieces(size_t count, const Body& body) const {
    pool().forEachRange(count, kPiecePoints, [&](size_t begin, size_t end, int) {
      context_.checkStop();
      body(begin, end);
    });
  }

  // Level 1

  /// Cells of one axis of the first level.
  struct Axis {
    double low, inverse;
    std::vector<double> boundaries;  // lower boundary of each cell
    uint32_t cellOf(double x) const {
      const double guess = (x - low) * inverse, last = double(boundaries.size() - 1);
      auto cell = uint32_t(guess > 0 ? std::min(guess, last) : 0);
      while (cell > 0 && x < boundaries[cell]) --cell;
      while (cell + 1 < boundaries.size() && x >= boundaries[cell + 1]) ++cell;
      return cell;
    }
  };

  std::vector<Axis> axes() const {
    std::vector<Axis> axes;
    for (size_t k = 0; k < dimension_; ++k) {
      const double low = tree_.bounds[k], high = tree_.bounds[dimension_ + k];
      const uint32_t count = high > low ? plan_.counts[k] : 1;
      Axis axis{low, count / (high - low), {}};
      for (uint32_t i = 0; i < count; ++i) axis.boundaries.push_back(shared::tileBoundary(low, high, i, count));
      axes.push_back(std::move(axis));
    }
    return axes;
  }

  void divideCloud() {
    const std::vector<Axis> axes = this->axes();
    Buffer<uint32_t> cells(cloud_.count);
    const int parts = int(std::clamp<size_t>(cloud_.count / kPerThread, 1, size_t(pool().size())));
    std::vector<std::vector<uint32_t>> places{size_t(parts), std::vector<uint32_t>(plan_.cells)};
    const auto forEachPoint = [&](const auto& visit) {
      pool().forEachRange(size_t(parts), 1, [&](size_t part, size_t, int) {
        const Part range(cloud_.count, int(part), parts);
        for (size_t begin = range.begin; begin < range.end; begin += kPiecePoints) {
          context_.checkStop();
          for (size_t i = begin; i < std::min(begin + kPiecePoints, range.end); ++i) visit(uint32_t(i), places[part]);
        }
      });
    };
    forEachPoint([&](uint32_t i, std::vector<uint32_t>& counts) {
      uint32_t cell = 0, stride = 1;
      for (size_t k = 0; k < dimension(); stride *= plan_.counts[k++])
        if (plan_.counts[k] > 1) cell += stride * axes[k].cellOf(cloud_.at(i, int(k)));
      cells[i] = cell;
      ++counts[cell];
    });
    uint32_t sum = 0;
    for (uint32_t cell = 0; cell < plan_.cells; ++cell) {
      const uint32_t begin = sum;
      for (std::vector<uint32_t>& each : places) sum += std::exchange(each[cell], sum);
      if (sum > begin) addChild(0, begin, sum, [&](size_t k) { return boundsInCell(k, cell); });
    }
    forEachPoint([&](uint32_t i, std::vector<uint32_t>& next) {
      const uint32_t to = next[cells[i]]++;
      order_[to] = i;
      for (size_t k = 0; k < dimension(); ++k) points_[to * dimension() + k] = cloud_.at(i, int(k));
    });
  }

  std::pair<double, double> boundsInCell(size_t axis, uint32_t cell) const {
    for (size_t k = 0; k < axis; ++k) cell /= plan_.counts[k];
    const uint32_t count = plan_.counts[axis], at = cell % count;
    const double low = tree_.bounds[axis], high = tree_.bounds[dimension_ + axis];
    return {shared::tileBoundary(low, high, at, count), shared::tileBoundary(low, high, at + 1, count)};
  }

  template <class BoundsOf>
  void addChild(uint32_t parent, uint32_t begin, uint32_t end, const BoundsOf& boundsOf) {
    const auto number = uint32_t(tree_.nodes.size());
    tree_.nodes.push_back({.parent = parent, .begin = begin, .end = end, .level = tree_.nodes[parent].level + 1});
    if (tree_.nodes[parent].children++ == 0) tree_.nodes[parent].firstChild = number;
    tree_.bounds.resize(tree_.bounds.size() + 2 * dimension_);
    for (size_t k = 0; k < dimension_; ++k) std::tie(low(number)[k], high(number)[k]) = boundsOf(k);
  }

  double* low(uint32_t node) { return &tree_.bounds[2 * node * dimension_]; }
  double* high(uint32_t node) { return low(node) + dimension_; }

  // Further levels

  std::vector<Piece> cut(size_t firstNode, size_t endNode, bool onlyDivided) const {
    std::vector<Piece> pieces;
    for (auto node = uint32_t(firstNode); node < endNode; ++node) {
      const TileNode& tile = tree_.nodes[node];
      if (onlyDivided && !plan_.divides(tile)) continue;
      for (uint32_t begin = tile.begin; begin < tile.end; begin += kPiecePoints)
        pieces.push_back({node, begin, std::min(begin + kPiecePoints, tile.end)});
    }
    return pieces;
  }

  template <class Body>
  void forEachPiece(std::vector<Piece>& pieces, const Body& body) const {
    const size_t grain = std::max<size_t>(1, std::min<size_t>(pieces.size() / (8 * size_t(pool().size())), 64));  // small tiles: many at a time
    pool().forEachRange(pieces.size(), grain, [&](size_t begin, size_t end, int) {
      context_.checkStop();
      for (size_t i = begin; i < end; ++i) body(pieces[i], i);
    });
  }

  /// Makes the bounds of nodes fit their points.
  void tighten(size_t firstNode, size_t endNode) {
    std::vector<Piece> pieces = cut(firstNode, endNode, false);
    std::vector<double> found(pieces.size() * 2 * dimension_);
    forEachPiece(pieces, [&](const Piece& piece, size_t number) {
      std::array<T, kMaxDimension> least{}, most{};
      for (size_t k = 0; k < dimension(); ++k) least[k] = most[k] = points_[piece.begin * dimension() + k];
      for (size_t place = piece.begin; place < piece.end; ++place)
        for (size_t k = 0; k < dimension(); ++k) {
          const T x = points_[place * dimension() + k];
          least[k] = std::min(least[k], x), most[k] = std::max(most[k], x);
        }
      for (size_t k = 0; k < dimension_; ++k) found[2 * number * dimension_ + k] = least[k], found[(2 * number + 1) * dimension_ + k] = most[k];
    });
    for (size_t number = 0; number < pieces.size(); ++number) {
      const uint32_t node = pieces[number].node;
      const bool first = pieces[number].begin == tree_.nodes[node].begin;
      for (size_t k = 0; k < dimension_; ++k) {
        const double least = found[2 * number * dimension_ + k], most = found[(2 * number + 1) * dimension_ + k];
        low(node)[k] = first ? least : std::min(low(node)[k], least);
        high(node)[k] = first ? most : std::max(high(node)[k], most);
      }
    }
  }

  void halve(size_t firstNode, size_t endNode) {
    std::vector<Piece> pieces = cut(firstNode, endNode, true);
    if (pieces.empty()) return;
    const size_t axis = (tree_.nodes[pieces.front().node].level - 1) % dimension_;  // all are of one level
    forEachPiece(pieces, [&](Piece& piece, size_t) {
      const double middle = middleOf(piece.node, axis);
      for (size_t place = piece.begin; place < piece.end; ++place) {
        upper_[place] = double(points_[place * dimension() + axis]) >= middle;
        piece.upper += upper_[place];
      }
    });
    placeHalves(pieces, axis);
    forEachPiece(pieces, [&](Piece& piece, size_t) {
      uint32_t lower = piece.lowerPlace, upper = piece.upperPlace;
      for (size_t place = piece.begin; place < piece.end; ++place) {
        const size_t to = upper_[place] ? upper++ : lower++;
        spareOrder_[to] = order_[place];
        for (size_t k = 0; k < dimension(); ++k) sparePoints_[to * dimension() + k] = points_[place * dimension() + k];
      }
    });
    forEachPiece(pieces, [&](Piece& piece, size_t) {
      const size_t first = piece.begin, count = piece.end - piece.begin;
      std::copy_n(&spareOrder_[first], count, &order_[first]);
      std::copy_n(&sparePoints_[first * dimension()], count * dimension(), &points_[first * dimension()]);
    });
  }

  /// The coordinate from which points belong to the upper half; a tile without width has none.
  double middleOf(uint32_t node, size_t axis) {
    const double from = low(node)[axis], to = high(node)[axis];
    return to > from ? shared::tileBoundary(from, to, 1, 2) : std::numeric_limits<double>::infinity();
  }

  void placeHalves(std::vector<Piece>& pieces, size_t axis) {
    for (size_t first = 0, end = 0; first < pieces.size(); first = end) {
      const uint32_t node = pieces[first].node;
      uint32_t uppers = 0;
      for (end = first; end < pieces.size() && pieces[end].node == node; ++end) uppers += pieces[end].upper;
      const uint32_t begin = tree_.nodes[node].begin, last = tree_.nodes[node].end, middle = last - uppers;
      uint32_t lowerPlace = begin, upperPlace = middle;
      for (size_t i = first; i < end; ++i) {
        pieces[i].lowerPlace = lowerPlace, pieces[i].upperPlace = upperPlace;
        lowerPlace += pieces[i].end - pieces[i].begin - pieces[i].upper;
        upperPlace += pieces[i].upper;
      }
      const auto half = [&](uint32_t at) {
        return [this, node, axis, at](size_t k) -> std::pair<double, double> {
          const double from = low(node)[k], to = high(node)[k];
          if (k != axis) return {from, to};
          return {shared::tileBoundary(from, to, at, 2), shared::tileBoundary(from, to, at + 1, 2)};
        };
      };
      if (middle > begin) addChild(node, begin, middle, half(0));
      if (last > middle) addChild(node, middle, last, half(1));
    }
  }

  const PointsView<T> cloud_;
  const TilePlan plan_;
  const StageContext& context_;
  const size_t dimension_;
  Buffer<uint32_t> order_, spareOrder_;  // indices of points, tile by tile
  Buffer<T> points_, sparePoints_;       // their coordinates, row layout
  Buffer<uint8_t> upper_;                // by place: whether the point goes to the upper half
  TileTree tree_;
};

}  // namespace

TileTree tileParallel(const TileInput& in, const StageContext& context) {
  return withScalarType(in.cloud.scalar(), [&]<class T>() {
    if (in.cloud.dimension() == 2) return Builder<T, 2>(in, context).build(in.r1);
    if (in.cloud.dimension() == 3) return Builder<T, 3>(in, context).build(in.r1);
    return Builder<T, 0>(in, context).build(in.r1);
  });
}

}  // namespace arete::cpu
