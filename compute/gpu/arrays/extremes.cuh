// What the origin and the type of a cloud are chosen from, of one column of its rows: values that are in it, so that the host, which looks at these
// few rows alone, finds what it would find in all of them, to the bit.
#pragma once

#include <cstdint>

#include "compute/core/host_device.h"

namespace arete::cuda {

struct Extremes {
  double low, high;     // of the values
  double small;         // the value that is nearest to the origin, but not there; infinity: none
  double worst, error;  // the value that a float moves the most, relative to the origin, and by how much
  uint64_t firstBad;    // the first row whose value is not finite
};

/// Of no value.
ARETE_HD Extremes noExtremes() {
  constexpr double kInfinity = __builtin_huge_val();
  return {kInfinity, -kInfinity, kInfinity, 0, -1, UINT64_MAX};
}

ARETE_HD double sizeOf(double x) { return x < 0 ? -x : x; }

/// Of two parts. Ties are of equal size, and which of them stays changes nothing that is looked at.
struct MergeExtremes {
  double origin;
  ARETE_HD Extremes operator()(const Extremes& a, const Extremes& b) const {
    return {a.low < b.low ? a.low : b.low,
            a.high > b.high ? a.high : b.high,
            sizeOf(b.small - origin) < sizeOf(a.small - origin) ? b.small : a.small,
            b.error > a.error ? b.worst : a.worst,
            b.error > a.error ? b.error : a.error,
            a.firstBad < b.firstBad ? a.firstBad : b.firstBad};
  }
};

/// Of row i of a column.
template <class T>
struct LookAtRow {
  const T* column;
  uint64_t stride;
  double origin;
  ARETE_HD Extremes operator()(uint64_t i) const {
    const double x = double(column[i * stride]), local = x - origin;
    Extremes one = noExtremes();
    if (!(x - x == 0)) {
      one.firstBad = i;
      return one;
    }
    one.low = one.high = one.worst = x;
    if (sizeOf(local) > 0) one.small = x;
    one.error = sizeOf(local - double(float(local)));
    return one;
  }
};

}  // namespace arete::cuda
