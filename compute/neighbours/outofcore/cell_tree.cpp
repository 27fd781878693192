#include "compute/neighbours/outofcore/cell_tree.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "compute/core/error.h"

namespace arete::outofcore {

static constexpr double kLeastHalfExtent = 1e-300;  // below it the cells of a grid are no longer told apart by doubles

template <class T>
CellTree<T>::CellTree(const Bounds& box, int dimension, uint32_t count, uint32_t leafCapacity, size_t memory_bytes)
    : dimension_(size_t(dimension)), leafCapacity_(leafCapacity), memory_bytes_(memory_bytes), leaves_(size_t(dimension)) {
  std::array<T, kMaxDimension> low{}, high{};
  for (size_t k = 0; k < dimension_; ++k) {
    low[k] = T(box.minimum[k]);
    high[k] = T(box.maximum[k]);
  }
  if (count > leafCapacity && addGrid(low.data(), high.data(), count)) return;
  Grid& only = grids_.emplace_back(Grid{{}, {}, BoxedCounts<T>(dimension_)});  // one cell, so that leafOf() need not ask
  only.targets.assign(1, 0);
  leaves_.add(low.data(), high.data(), count);
  waiting_ = 1;
}

/// A grid over a crowd. False for points that cannot be divided.
template <class T>
bool CellTree<T>::addGrid(const T* low, const T* high, uint32_t count) {
  std::array<double, kMaxDimension> half{};
  for (size_t k = 0; k < dimension_; ++k) half[k] = double(high[k]) * 0.5 - double(low[k]) * 0.5;
  const std::array<double, kMaxDimension> whole = half;
  const auto widest = [&] { return size_t(std::max_element(half.begin(), half.begin() + ptrdiff_t(dimension_)) - half.begin()); };
  if (!(half[widest()] > kLeastHalfExtent)) return false;
  Grid grid{{}, {}, BoxedCounts<T>(dimension_)};
  grid.levels = std::clamp(int(std::ceil(std::log2(double(count) / leafCapacity_))) + kSpareLevels, kLeastLevels, kMostLevels);
  for (int level = 0; level < grid.levels; ++level) {
    const size_t axis = widest();
    grid.axes[size_t(level)] = uint8_t(axis);
    ++grid.bits[axis];
    half[axis] /= 2;
  }
  for (size_t k = 0; k < dimension_; ++k) {
    grid.halfLow[k] = double(low[k]) * 0.5;
    if (grid.bits[k] > 0) grid.scale[k] = std::ldexp(1.0, grid.bits[k]) / whole[k];
  }
  const size_t cells = size_t(1) << grid.levels;
  checkMemory(cells * (sizeof(uint32_t) + grid.cells.bytesOfOne()));
  grid.targets.assign(cells, kEmpty);
  grid.cells = BoxedCounts<T>(dimension_, cells);
  grids_.push_back(std::move(grid));
  return true;
}

template <class T>
void CellTree<T>::checkMemory(size_t more_bytes) const {
  size_t bytes = more_bytes + 2 * leaves_.bytes();
  for (const Grid& each : grids_) bytes += each.targets.capacity() * sizeof(uint32_t) + each.cells.bytes();
  if (bytes > memory_bytes_)
    throw Error(ErrorKind::wrongUse, "cannot divide the cloud", "leaf capacity",
                "there are so many leaves of " + std::to_string(leafCapacity_) + " points that counting them needs more than the memory allowed",
                "allow larger leaves, or more memory");
}

template <class T>
void CellTree<T>::count(const PointsView<T>& points) {
  for (size_t i = 0; i < points.count; ++i) {
    const T* const point = points.point(i);
    size_t at = 0;
    while (at < waiting_) {
      const uint32_t target = grids_[at].targets[cellOf(grids_[at], point)];
      if (target < kGrid) break;
      at = target - kGrid;
    }
    if (at >= waiting_) grids_[at].cells.widen(cellOf(grids_[at], point), point, point, 1);
  }
}

/// Cells in the order of halvings: the first halving decides most.
template <class T>
std::vector<uint32_t> CellTree<T>::cellsInOrder(const Grid& grid) {
  std::array<int, kMaxDimension> shift{}, used{};  // used: halvings of the axis so far, from the last one on
  for (int k = kMaxDimension - 1, at = 0; k >= 0; --k) {
    shift[size_t(k)] = at;
    at += grid.bits[size_t(k)];
  }
  std::vector<uint32_t> order = {0};
  order.reserve(size_t(1) << grid.levels);
  for (int level = grid.levels; level-- > 0;) {  // the last halving of an axis is its lowest bit
    const size_t axis = grid.axes[size_t(level)];
    const uint32_t bit = 1U << (shift[axis] + used[axis]++);
    const size_t half = order.size();
    for (size_t i = 0; i < half; ++i) order.push_back(order[i] | bit);
  }
  return order;
}

template <class T>
void CellTree<T>::settle() {
  const size_t counted = grids_.size();
  for (; waiting_ < counted; ++waiting_) {
    const std::vector<uint32_t> order = cellsInOrder(grids_[waiting_]);
    std::vector<uint64_t> before(order.size() + 1);
    for (size_t i = 0; i < order.size(); ++i) before[i + 1] = before[i] + grids_[waiting_].cells.count(order[i]);
    part(waiting_, order, before, 0, order.size());
    grids_[waiting_].cells = BoxedCounts<T>(dimension_);
  }
  if (needsPass()) return;
  checkMemory(0);
  BoxedCounts<T> ordered(dimension_);
  number(0, ordered);
  leaves_ = std::move(ordered);
}

/// Makes leaves of the cells begin … end − 1 of the order: one if they hold few enough points, else those of the halves.
template <class T>
void CellTree<T>::part(size_t g, const std::vector<uint32_t>& order, const std::vector<uint64_t>& before, size_t begin, size_t end) {
  const uint64_t count = before[end] - before[begin];
  if (count == 0) return;
  if (count > leafCapacity_ && end - begin > 1) {
    const size_t middle = begin + (end - begin) / 2;
    part(g, order, before, begin, middle);
    part(g, order, before, middle, end);
    return;
  }
  BoxedCounts<T> all(dimension_, 1);
  for (size_t i = begin; i < end; ++i)
    if (const BoxedCounts<T>& cells = grids_[g].cells; cells.count(order[i]) > 0)
      all.widen(0, cells.low(order[i]), cells.high(order[i]), cells.count(order[i]));
  const auto grid = uint32_t(grids_.size());
  const bool parted = count > leafCapacity_ && addGrid(all.low(0), all.high(0), all.count(0));
  for (size_t i = begin; i < end; ++i)
    if (before[i + 1] > before[i]) grids_[g].targets[order[i]] = parted ? kGrid + grid : uint32_t(leaves_.size());
  if (!parted) leaves_.add(all.low(0), all.high(0), all.count(0));
}

/// Gives the leaves of a grid and those below it their places in the order of halvings.
template <class T>
void CellTree<T>::number(size_t g, BoxedCounts<T>& ordered) {
  uint32_t last = kEmpty;
  for (const uint32_t cell : cellsInOrder(grids_[g])) {
    uint32_t& target = grids_[g].targets[cell];
    if (target == kEmpty) continue;
    if (target >= kGrid) {
      number(target - kGrid, ordered);
      continue;
    }
    if (target != last) ordered.add(leaves_.low(target), leaves_.high(target), leaves_.count(target));
    last = target;
    target = uint32_t(ordered.size() - 1);
  }
}

/// Whether cells are numbered within the grid, and lead to leaves or to grids that were made later, so that no walk is endless.
template <class T>
bool CellTree<T>::isSound(size_t g) const {
  const Grid& grid = grids_[g];
  int halvings = 0;
  for (size_t k = 0; k < grid.bits.size(); ++k) {
    halvings += grid.bits[k];
    if ((grid.bits[k] > 0 && k >= dimension_) || !std::isfinite(grid.halfLow[k]) || !std::isfinite(grid.scale[k])) return false;
  }
  const auto leads = [&](uint32_t target) {
    return target == kEmpty || (target < kGrid ? target < leaves_.size() : target - kGrid > g && target - kGrid < grids_.size());
  };
  return halvings == grid.levels && std::ranges::all_of(grid.targets, leads);
}

template <class T>
bool CellTree<T>::isTreeOf(uint32_t points) const {
  if (grids_.empty() || leaves_.size() >= kEmpty) return false;
  for (size_t g = 0; g < grids_.size(); ++g)
    if (!isSound(g)) return false;
  uint64_t counted = 0;
  for (size_t i = 0; i < leaves_.size(); ++i) {
    counted += leaves_.count(i);
    for (size_t k = 0; k < dimension_; ++k)
      if (!(std::isfinite(leaves_.low(i)[k]) && std::isfinite(leaves_.high(i)[k]) && leaves_.low(i)[k] <= leaves_.high(i)[k])) return false;
  }
  return counted == points;
}

template class CellTree<float>;
template class CellTree<double>;

}  // namespace arete::outofcore
