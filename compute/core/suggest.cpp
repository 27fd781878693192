#include "compute/core/suggest.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace arete {

static size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t(0));
  for (size_t i = 0; i < a.size(); ++i) {
    size_t diagonal = row[0]++;
    for (size_t j = 0; j < b.size(); ++j) {
      const size_t replaced = diagonal + (a[i] != b[j]);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

std::string closestFirst(std::string_view given, std::span<const std::string_view> known) {
  std::vector<std::string_view> sorted(known.begin(), known.end());
  std::stable_sort(sorted.begin(), sorted.end(), [&](auto a, auto b) { return editDistance(given, a) < editDistance(given, b); });
  std::string text;
  for (std::string_view each : sorted) text.append(text.empty() ? "" : ", ").append(each);
  return text;
}

}  // namespace arete
