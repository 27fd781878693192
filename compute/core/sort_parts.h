// Sorts a list on all threads: each sorts a part, then parts are merged two by two. For lists whose order is total; radixSort is faster for short
// keys.
#pragma once

#include <algorithm>
#include <vector>

#include "compute/core/device.h"
#include "compute/core/radix_sort.h"

namespace arete::cpu {

template <class T>
void sortParts(std::vector<T>& list, const StageContext& context) {
  constexpr size_t kLeastPart = 4096;
  ThreadPool& pool = context.device.threads();
  int parts = 1;
  while (2 * parts <= pool.size() && list.size() / size_t(2 * parts) >= kLeastPart) parts *= 2;
  const auto at = [&](size_t place) { return list.begin() + ptrdiff_t(place); };
  const auto forEachPart = [&](const auto& body) {
    pool.forEachRange(size_t(parts), 1, [&](size_t first, size_t last, int) {
      for (size_t part = first; part < last; ++part) context.checkStop(), body(Part(list.size(), int(part), parts), int(part));
    });
  };
  forEachPart([&](const Part& part, int) { std::sort(at(part.begin), at(part.end)); });
  for (; parts > 1; parts /= 2)
    forEachPart([&](const Part& part, int number) {
      if (number % 2 == 0) std::inplace_merge(at(part.begin), at(part.end), at(Part(list.size(), number + 1, parts).end));
    });
}

}  // namespace arete::cpu
