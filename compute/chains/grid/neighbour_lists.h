// What every point needs to know about its neighbours, in one list each. For sparse points only: where they crowd, lists would be longer
// than the work that they save.
#pragma once

#include <atomic>
#include <span>
#include <vector>

#include "compute/chains/grid/sorted_points.h"
#include "compute/core/buffer.h"

namespace arete::cpu {

class NeighbourLists {
 public:
  static constexpr uint32_t kNothing = UINT32_MAX;

  /// entry(index, other index, squaredDistance): what goes into the list of the point, or kNothing. Gives up, and is then not complete(),
  /// when there are more than kMostPerPoint entries a point, lists made again and again included.
  template <class T, class Entry>
  NeighbourLists(const SortedPoints<T>& points, const StageContext& context, const Entry& entry) : lists_(points.size()) {
    find(
        points, context, [](uint32_t) { return true; }, [](uint32_t i) { return i; }, entry);
  }

  /// Makes some lists again, now that points moved: those of the points where wanted(index) holds, among `points`, numbered listOf(index) here.
  template <class T, class Wanted, class ListOf, class Entry>
  void find(const SortedPoints<T>& points, const StageContext& context, const Wanted& wanted, const ListOf& listOf, const Entry& entry) {
    constexpr size_t kPiece = SortedPoints<T>::kPiece;
    std::atomic<size_t> total = 0;
    const size_t most = kMostPerPoint * points.size(), before = pieces_.size();
    pieces_.resize(before + (points.size() + kPiece - 1) / kPiece);
    context.device.threads().forEachRange(points.size(), kPiece, [&](size_t begin, size_t end, int) {
      if (total.load(std::memory_order_relaxed) > most) return;
      const auto piece = uint32_t(before + begin / kPiece);
      std::vector<uint32_t>& entries = pieces_[piece];
      for (size_t place = begin; place < end; ++place)
        if (wanted(points.index(place))) lists_[listOf(points.index(place))] = {piece, 0, 0};
      points.forEachNear(begin, end, context, wanted, [&](uint32_t a, uint32_t b, T squared) {
        const uint32_t found = entry(a, b, squared);
        if (found == kNothing) return true;
        List& list = lists_[listOf(a)];
        if (list.size++ == 0) list.first = uint32_t(entries.size());
        entries.push_back(found);
        return entries.size() <= most;
      });
      total.fetch_add(entries.size(), std::memory_order_relaxed);
    });
    entries_ += total;
    complete_ = entries_ <= kMostPerPoint * lists_.size();
  }

  bool complete() const { return complete_; }
  std::span<const uint32_t> of(uint32_t i) const { return {pieces_[lists_[i].piece].data() + lists_[i].first, lists_[i].size}; }

 private:
  static constexpr size_t kMostPerPoint = 16;
  struct List {
    uint32_t piece, first, size;
  };
  Buffer<List> lists_;                         // by index
  std::vector<std::vector<uint32_t>> pieces_;  // entries of the points that one thread took together
  size_t entries_ = 0;                         // in pieces_, of lists that were made again, too
  bool complete_ = false;
};

}  // namespace arete::cpu
