// What items of points are predicted from: medians of the last differences, and tables by return number and number of returns.
// Source: laz.md, section 9.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace arete::laz {

/// Approximately the median of the last five differences: new values push out the largest and the smallest in turn.
class MedianOfFive {
 public:
  int32_t median() const { return values_[2]; }
  void add(int32_t value) {
    const int32_t old = values_[2];
    const int32_t* kept = values_.data() + (dropsLargest_ ? 0 : 1);  // four of the five
    const std::array<int32_t, 4> four = {kept[0], kept[1], kept[2], kept[3]};
    values_ = {std::min(four[0], value), std::max(four[0], std::min(four[1], value)), std::max(four[1], std::min(four[2], value)),
               std::max(four[2], std::min(four[3], value)), std::max(four[3], value)};
    dropsLargest_ = int(value < old) | (int(value == old) & int(!dropsLargest_));  // no branches: nobody can predict them
  }

 private:
  std::array<int32_t, 5> values_{};  // ascending
  bool dropsLargest_ = true;
};

/// By number of returns and return number: which returns of a pulse are treated alike.
inline constexpr std::array<std::array<uint8_t, 8>, 8> kReturnMap8 = {{
    {15, 14, 13, 12, 11, 10, 9, 8},
    {14, 0, 1, 3, 6, 10, 10, 9},
    {13, 1, 2, 4, 7, 11, 11, 10},
    {12, 3, 4, 5, 8, 12, 12, 11},
    {11, 6, 7, 8, 9, 13, 13, 12},
    {10, 10, 11, 12, 13, 14, 14, 13},
    {9, 10, 11, 12, 13, 14, 15, 14},
    {8, 9, 10, 11, 12, 13, 14, 15},
}};
inline constexpr std::array<std::array<uint8_t, 16>, 16> kReturnMap16 = {{
    {0, 1, 2, 3, 4, 5, 3, 4, 4, 5, 5, 5, 5, 5, 5, 5},
    {1, 0, 1, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3},
    {2, 1, 2, 4, 4, 4, 4, 4, 4, 4, 4, 3, 3, 3, 3, 3},
    {3, 3, 4, 5, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4},
    {4, 3, 4, 4, 5, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4},
    {5, 3, 4, 4, 4, 5, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4},
    {3, 3, 4, 4, 4, 4, 5, 4, 4, 4, 4, 4, 4, 4, 4, 4},
    {4, 3, 4, 4, 4, 4, 4, 5, 4, 4, 4, 4, 4, 4, 4, 4},
    {4, 3, 4, 4, 4, 4, 4, 4, 5, 4, 4, 4, 4, 4, 4, 4},
    {5, 3, 4, 4, 4, 4, 4, 4, 4, 5, 4, 4, 4, 4, 4, 4},
    {5, 3, 4, 4, 4, 4, 4, 4, 4, 4, 5, 4, 4, 4, 4, 4},
    {5, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 4, 4, 4},
    {5, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 4, 4},
    {5, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 4},
    {5, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5},
    {5, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5},
}};

}  // namespace arete::laz
