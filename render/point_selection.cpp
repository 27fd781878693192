#include "render/point_selection.h"

#include <algorithm>
#include <atomic>

namespace arete {

PointSelection::PointSelection(uint32_t count, std::shared_ptr<const PointList> list, ThreadPool& threads)
    : count_(count), list_(std::move(list)), words_((count + kBits - 1) / kBits), before_(words_.size()) {
  constexpr size_t kWords = 1 << 11;  // that one thread fills at a time
  const PointList& points = *list_;
  std::atomic<bool> ascending = true;
  threads.forEachRange(points.size(), kWords * kBits, [&](size_t begin, size_t end, int) {
    if (!std::is_sorted(points.begin() + ptrdiff_t(begin), points.begin() + ptrdiff_t(std::min(end + 1, points.size())))) ascending = false;
  });
  if (!ascending) {
    numbers_.resize(count);
    for (size_t i = 0; i < points.size(); ++i) {
      numbers_[points[i]] = uint32_t(i);
      words_[points[i] / kBits] |= uint64_t(1) << (points[i] % kBits);
    }
    return;
  }
  threads.forEachRange(words_.size(), kWords, [&](size_t first, size_t last, int) {
    const auto placeOf = [&](size_t word) { return size_t(std::ranges::lower_bound(points, uint64_t(word) * kBits) - points.begin()); };
    size_t at = placeOf(first);
    for (size_t word = first; word < last; ++word) {
      before_[word] = uint32_t(at);
      uint64_t bits = 0;
      for (; at < points.size() && points[at] / kBits == word; ++at) bits |= uint64_t(1) << (points[at] % kBits);
      words_[word] = bits;
    }
  });
}

PointList PointSelection::others() const {
  PointList others;
  others.reserve(count_ - list_->size());
  for (uint32_t i = 0; i < count_; ++i)
    if (!has(i)) others.push_back(i);
  return others;
}

}  // namespace arete
