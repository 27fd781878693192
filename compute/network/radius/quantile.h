// Order statistics of what balls and cells hold.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace arete {

/// The value below which this share of them is; the lower one of two.
template <class T>
T quantile(std::vector<T> values, double share) {
  const auto place = values.begin() + ptrdiff_t(share * double(values.size() - 1));
  std::ranges::nth_element(values, place);
  return *place;
}

}  // namespace arete
