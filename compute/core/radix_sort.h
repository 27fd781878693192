// Parallel radix sort (least significant digit first, stable) of keys with a 32-bit companion.
// Each pass: every thread counts the digits of its part, the counts are added up by digit and thread, every thread scatters its part.
// Cost per pass: 2 reads and 1 write of each element.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "compute/core/buffer.h"
#include "compute/core/device.h"

namespace arete::cpu {

template <class Key>
struct Keyed {
  Key key;
  uint32_t index;
};

/// [begin, end) of part `part` of `parts` equal parts of [0, count).
struct Part {
  size_t begin, end;
  Part(size_t count, int part, int parts) : begin(count * size_t(part) / size_t(parts)), end(count * size_t(part + 1) / size_t(parts)) {}
};

/// Sorts by the lowest `bits` bits of the key; `spare` is of the same size and loses its contents.
template <class Key>
void radixSort(Buffer<Keyed<Key>>& elements, Buffer<Keyed<Key>>& spare, int bits, const StageContext& context) {
  constexpr int kDigitBits = 11;  // 2048 places to write to: as many as the second-level cache and TLB bear
  constexpr size_t kPerThread = 1 << 15, kElementsPerStopCheck = 1 << 18;
  const size_t count = elements.size();
  const int passes = (bits + kDigitBits - 1) / kDigitBits;
  const int digitBits = passes > 0 ? (bits + passes - 1) / passes : 0;
  const size_t digits = size_t(1) << digitBits;
  ThreadPool& pool = context.device.threads();
  const int parts = int(std::clamp<size_t>(count / kPerThread, 1, size_t(pool.size())));
  std::vector<std::vector<uint32_t>> places{size_t(parts), std::vector<uint32_t>(digits)};

  for (int pass = 0; pass < passes; ++pass) {
    const int shift = pass * digitBits;
    const auto digit = [&](const Keyed<Key>& element) { return size_t(element.key >> shift) & (digits - 1); };
    const auto forEach = [&](const auto& visit) {
      pool.forEachRange(size_t(parts), 1, [&](size_t first, size_t last, int) {
        for (size_t part = first; part < last; ++part) {
          const Part range(count, int(part), parts);
          for (size_t begin = range.begin; begin < range.end; begin += kElementsPerStopCheck) {
            context.checkStop();
            const size_t end = std::min(begin + kElementsPerStopCheck, range.end);
            for (size_t i = begin; i < end; ++i) visit(elements[i], places[part]);
          }
        }
      });
    };
    for (auto& each : places) std::fill(each.begin(), each.end(), 0);
    forEach([&](const Keyed<Key>& element, std::vector<uint32_t>& counts) { ++counts[digit(element)]; });
    uint32_t sum = 0;
    for (size_t d = 0; d < digits; ++d)
      for (auto& each : places) {
        const uint32_t here = each[d];
        each[d] = sum;
        sum += here;
      }
    forEach([&](const Keyed<Key>& element, std::vector<uint32_t>& next) { spare[next[digit(element)]++] = element; });
    std::swap(elements, spare);
  }
}

}  // namespace arete::cpu
