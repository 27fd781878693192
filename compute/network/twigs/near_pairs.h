// Pairs of places that are near each other, one of each of two lists. Both are gone through in the order of the cells of one grid, so what is near is
// found by going on from where the last place had it: of many places this takes less time than a search for each.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "compute/network/look/place_box.h"

namespace arete {

/// Cubes that are a little wider than how near is looked, so that places that near lie in cubes that touch.
class NearCells {
 public:
  /// A place with the number of its cube. Numbers of a row of cubes follow each other; to the rows beside it they differ by fixed steps.
  struct Placed {
    uint64_t cube;
    uint32_t place;
    friend auto operator<=>(const Placed&, const Placed&) = default;
  };
  static constexpr int kBits = 20;  // of a number along an axis
  static constexpr uint64_t kStep[] = {uint64_t{1} << 2 * kBits, uint64_t{1} << kBits};

  NearCells(std::span<const shared::Vector3> a, std::span<const shared::Vector3> b, double reach) {
    constexpr double kMore = 1 + 0x1p-10, kMost = double(uint64_t{1} << kBits) - 4;  // rounding moves a quotient below 2^20 by far less
    const PlaceBox one = boxOf(a), other = boxOf(b);
    double widest = 0;
    for (int k = 0; k < 3; ++k) {
      minimum_.set(k, std::min(one.low[k], other.low[k]));
      widest = std::max(widest, std::max(one.high[k], other.high[k]) - minimum_[k]);
    }
    side_ = std::max(reach * kMore, widest / kMost);
  }
  /// Ascending. The first cube along an axis is 1, so that there is one before it.
  std::vector<Placed> sorted(std::span<const shared::Vector3> places) const {
    std::vector<Placed> found;
    found.reserve(places.size());
    for (uint32_t i = 0; i < places.size(); ++i) {
      uint64_t cube = 0;
      for (int k = 0; k < 3; ++k) cube = cube << kBits | (uint64_t((places[i][k] - minimum_[k]) / side_) + 1);
      found.push_back({cube, i});
    }
    std::ranges::sort(found);
    return found;
  }

 private:
  shared::Vector3 minimum_;
  double side_;
};

/// Calls visit(i, j, squared distance) for each pair of a[i] and b[j] whose squared distance is at most reach². `looked` is called for each of `a`.
template <class Looked, class Visit>
void visitNearPairs(std::span<const shared::Vector3> a, std::span<const shared::Vector3> b, double reach, const Looked& looked, const Visit& visit) {
  if (a.empty() || b.empty()) return;
  const NearCells cells(a, b, reach);
  const std::vector<NearCells::Placed> from = cells.sorted(a), to = cells.sorted(b);
  std::array<size_t, 9> next{};  // of `to`, for each of the rows around
  for (const auto& [cube, i] : from) {
    looked();
    for (size_t row = 0; row < next.size(); ++row) {
      const uint64_t first = cube + (row / 3) * NearCells::kStep[0] + (row % 3) * NearCells::kStep[1] - NearCells::kStep[0] - NearCells::kStep[1] - 1;
      size_t& at = next[row];
      while (at < to.size() && to[at].cube < first) ++at;
      for (size_t other = at; other < to.size() && to[other].cube <= first + 2; ++other) {
        const double squared = squaredDistance(a[i], b[to[other].place]);
        if (squared <= reach * reach) visit(i, to[other].place, squared);
      }
    }
  }
}

}  // namespace arete
