#include "compute/neighbours/knn/space_order.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>

#include "compute/core/radix_sort.h"

namespace arete::cpu {

const MortonCode::Spread& MortonCode::spread(int axes) {
  static const auto all = [] {
    std::array<Spread, kAxes + 1> tables{};
    for (size_t a = 1; a < tables.size(); ++a)
      for (size_t byte = 0; byte < tables[a].size(); ++byte)
        for (size_t bit = 0; bit < 8; ++bit) tables[a][byte] |= uint64_t(byte >> bit & 1) << (bit * a);
    return tables;
  }();
  return all[size_t(axes)];
}

MortonCode::MortonCode(const Bounds& box, int dimension) : axes_(std::min(dimension, kAxes)), bitsPerAxis_(kBits / axes_), spread_(&spread(axes_)) {
  const auto halfExtent = [&](int k) { return box.maximum[size_t(k)] * 0.5 - box.minimum[size_t(k)] * 0.5; };
  std::array<int, kMaxDimension> byExtent;
  std::iota(byExtent.begin(), byExtent.end(), 0);
  std::stable_sort(byExtent.begin(), byExtent.begin() + dimension, [&](int a, int b) { return halfExtent(a) > halfExtent(b); });
  for (int a = 0; a < axes_; ++a) {
    axis_[size_t(a)] = byExtent[size_t(a)];
    halfLow_[size_t(a)] = box.minimum[size_t(byExtent[size_t(a)])] * 0.5;
  }
  const double cubes = std::ldexp(1.0, bitsPerAxis_), largest = halfExtent(byExtent[0]);
  last_ = cubes - 1;
  scale_ = largest > 0 ? std::min(cubes / largest, std::numeric_limits<double>::max()) : 0;
}

namespace {

using Coded = Keyed<uint32_t>;

template <class T>
class Sorter {
 public:
  Sorter(const PointsView<T>& points, const StageContext& context) : points_(points), context_(context) {}

  MortonCode codeOf(const Coded* coded, size_t count) const {
    std::vector<Bounds> parts(size_t(context_.device.threads().size()), emptyBox());
    const auto widen = [&](size_t begin, size_t end, int thread) {
      for (size_t i = begin; i < end; ++i)
        for (int k = 0; k < points_.dimension; ++k) {
          const double x = double(points_.at(coded[i].index, k));
          Bounds& box = parts[size_t(thread)];
          box.minimum[size_t(k)] = std::min(box.minimum[size_t(k)], x);
          box.maximum[size_t(k)] = std::max(box.maximum[size_t(k)], x);
        }
    };
    if (count < kParallel) widen(0, count, 0);
    else forEachRange(count, widen);
    Bounds all = parts.front();
    for (const Bounds& part : parts)
      for (size_t k = 0; k < size_t(points_.dimension); ++k) {
        all.minimum[k] = std::min(all.minimum[k], part.minimum[k]);
        all.maximum[k] = std::max(all.maximum[k], part.maximum[k]);
      }
    return {all, points_.dimension};
  }

  /// Sorts by code with all threads.
  void sort(Buffer<Coded>& coded, const MortonCode& code) const {
    forEachRange(coded.size(), [&](size_t begin, size_t end, int) {
      for (size_t i = begin; i < end; ++i) coded[i].key = code(points_.point(coded[i].index), points_.coordinateStride);
    });
    Buffer<Coded> spare(coded.size());
    radixSort(coded, spare, MortonCode::kBits, context_);
  }

  /// Sorts again every run of more than kCrowd equal codes: large runs one after the other with all threads, small ones side by side.
  void refine(std::span<Coded> sorted, int depth) const {
    std::vector<std::span<Coded>> small;
    forEachCrowd(sorted, [&](std::span<Coded> crowd) {
      if (crowd.size() < kParallel) return small.push_back(crowd);
      Buffer<Coded> again(crowd.size());
      std::copy(crowd.begin(), crowd.end(), again.data());
      sort(again, codeOf(crowd.data(), crowd.size()));
      std::copy_n(again.data(), crowd.size(), crowd.begin());
      if (depth < kDeepest && crowd.front().key != crowd.back().key) refine(crowd, depth + 1);
    });
    context_.device.threads().forEachRange(small.size(), 16, [&](size_t begin, size_t end, int) {
      for (size_t i = begin; i < end; ++i) refineAlone(small[i], depth);
    });
  }

 private:
  static constexpr size_t kParallel = 1 << 15, kGrain = 1 << 14;
  static constexpr int kDeepest = 64;  // beyond the scales that fit into a double

  static Bounds emptyBox() {
    Bounds box;
    box.minimum.fill(std::numeric_limits<double>::infinity());
    box.maximum.fill(-std::numeric_limits<double>::infinity());
    return box;
  }

  template <class Body>
  void forEachRange(size_t count, const Body& body) const {
    context_.device.threads().forEachRange(count, kGrain, [&](size_t begin, size_t end, int thread) {
      context_.checkStop();
      body(begin, end, thread);
    });
  }

  template <class Visit>
  static void forEachCrowd(std::span<Coded> sorted, const Visit& visit) {
    for (size_t begin = 0, end = 0; begin < sorted.size(); begin = end) {
      while (end < sorted.size() && sorted[end].key == sorted[begin].key) ++end;
      if (end - begin > SpaceOrder::kCrowd) visit(sorted.subspan(begin, end - begin));
    }
  }

  void refineAlone(std::span<Coded> crowd, int depth) const {
    context_.checkStop();
    const MortonCode code = codeOf(crowd.data(), crowd.size());
    for (Coded& each : crowd) each.key = code(points_.point(each.index), points_.coordinateStride);
    std::sort(crowd.begin(), crowd.end(), [](const Coded& a, const Coded& b) { return a.key < b.key || (a.key == b.key && a.index < b.index); });
    if (depth < kDeepest && crowd.front().key != crowd.back().key)
      forEachCrowd(crowd, [&](std::span<Coded> smaller) { refineAlone(smaller, depth + 1); });
  }

  const PointsView<T>& points_;
  const StageContext& context_;
};

}  // namespace

template <class T>
SpaceOrder::SpaceOrder(const PointsView<T>& view, const StageContext& context) : points(view.count), codes(view.count) {
  Buffer<Coded> coded(view.count);
  for (uint32_t i = 0; i < view.count; ++i) coded[i] = {0, i};
  const Sorter<T> sorter(view, context);
  code = sorter.codeOf(coded.data(), coded.size());
  sorter.sort(coded, code);
  for (uint32_t i = 0; i < view.count; ++i) codes[i] = coded[i].key;
  sorter.refine({coded.data(), coded.size()}, 0);
  for (uint32_t i = 0; i < view.count; ++i) points[i] = coded[i].index;
}

template SpaceOrder::SpaceOrder(const PointsView<float>&, const StageContext&);
template SpaceOrder::SpaceOrder(const PointsView<double>&, const StageContext&);

}  // namespace arete::cpu
