// The second half of order, shared by its versions: joining loose ends, closest first.
#pragma once

#include <algorithm>
#include <bit>
#include <vector>

#include "compute/core/curve.h"
#include "compute/core/radix_sort.h"

namespace arete::cpu {

/// Two points, not yet a pair, at most 2·R2 apart, each with at most one edge.
template <class T>
struct Join {
  T squaredDistance;
  Edge edge;
  friend auto operator<=>(const Join&, const Join&) = default;  // the order they are made in: closest first, then lower indices
};

/// By distance first: the bits of non-negative numbers compare as the numbers do. Then the few at equal distances.
template <class T>
void sortJoins(std::vector<Join<T>>& joins, const StageContext& context) {
  using Bits = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;
  constexpr size_t kFewest = 1 << 12;
  if (joins.size() < kFewest) return std::sort(joins.begin(), joins.end());
  Buffer<Keyed<Bits>> keys(joins.size()), spare(joins.size());
  for (size_t i = 0; i < joins.size(); ++i) keys[i] = {std::bit_cast<Bits>(joins[i].squaredDistance), uint32_t(i)};
  radixSort(keys, spare, int(sizeof(Bits) * 8), context);
  std::vector<Join<T>> sorted(joins.size());
  for (size_t i = 0; i < joins.size(); ++i) sorted[i] = joins[keys[i].index];
  StopTicker checkStop(context);
  for (size_t begin = 0, end; begin < sorted.size(); begin = end) {
    checkStop();
    for (end = begin + 1; end < sorted.size() && keys[end].key == keys[begin].key;) ++end;
    std::sort(sorted.begin() + ptrdiff_t(begin), sorted.begin() + ptrdiff_t(end));
  }
  joins = std::move(sorted);
}

/// Adds candidates to `edges` in order, as long as both points still have at most one edge. A join only raises degrees, so a pair that
/// is no candidate at the start never becomes one: going once through the sorted list equals looking for the closest again and again.
template <class T>
void makeJoins(std::vector<Join<T>> candidates, std::vector<uint32_t>& degree, std::vector<Edge>& edges, const StageContext& context) {
  sortJoins(candidates, context);
  StopTicker checkStop(context);
  for (const Join<T>& join : candidates) {
    checkStop();
    if (degree[join.edge.a] > 1 || degree[join.edge.b] > 1) continue;
    ++degree[join.edge.a], ++degree[join.edge.b];
    edges.push_back(join.edge);
  }
}

}  // namespace arete::cpu
