#include "compute/text/suggest.h"

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

std::string nearestOf(std::string_view given, std::span<const std::string_view> known) {
  constexpr size_t kMostNames = 3, kLettersPerEdit = 3, kFewestToBegin = 2;
  const auto bare = [](std::string_view name) { return name.substr(std::min(name.find_first_not_of('-'), name.size())); };
  const std::string_view wanted = bare(given);
  std::vector<std::pair<size_t, std::string_view>> near;
  for (std::string_view each : known) {
    const bool begun = wanted.size() >= kFewestToBegin && bare(each).starts_with(wanted);
    const size_t edits = begun ? 0 : editDistance(wanted, bare(each));
    if (edits <= std::max<size_t>(1, wanted.size() / kLettersPerEdit) && edits < wanted.size()) near.emplace_back(edits, each);
  }
  std::stable_sort(near.begin(), near.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::string text;
  for (size_t i = 0; i < std::min(kMostNames, near.size()); ++i) text.append(text.empty() ? "" : ", ").append(near[i].second);
  return text;
}

}  // namespace arete
