// Sources of users' versions for tests.
#pragma once

#include <string>

namespace arete::test {

/// A version of evolve by comparing everything with everything; `nearer` says when the distance `sum` to chosen point j counts.
inline std::string evolveSource(const std::string& nearer = "sum < best || (sum == best && index == ARETE_NONE)") {
  return R"(// Every point looks at every chosen point.
#include <arete/version.h>
template <class T>
void nearest(const AreteEvolve<T>& task) {
  for (uint32_t i = 0; i < task.n; ++i) {
    T best = task.r1 * task.r1;
    uint32_t index = ARETE_NONE;
    for (uint32_t j = 0; j < task.m; ++j) {
      T sum = 0;
      for (int k = 0; k < task.d; ++k) {
        const T difference = task.points[i * task.d + k] - task.chosen[j * task.d + k];
        sum += difference * difference;
      }
      if ()" +
         nearer +
         R"() best = sum, index = j;
    }
    task.nearest[i] = index;
  }
}
ARETE_PARAMETERS({"block", 1, 64, 8, "Nothing depends on it."})
ARETE_DECLARE_VERSION(evolve, cpu, nearest, ARETE_ROWS)
)";
}

/// The same, as often as its parameter `rounds` says, 1 to 8; from `loose` 1 on ties go to the higher number.
inline std::string tunableSource() {
  std::string source = evolveSource("sum < best || (sum == best && (index == ARETE_NONE || task.parameters[1] >= 1))");
  const std::string loop = "for (uint32_t i = 0; i < task.n; ++i) {";
  source.replace(source.find(loop), loop.size(), "for (int round = 0; round < int(task.parameters[0]); ++round)\n  " + loop);
  const std::string store = "task.nearest[i] = index;";
  source.replace(source.find(store), store.size(), "static_cast<volatile uint32_t&>(task.nearest[i]) = index;");
  const std::string block = "{\"block\", 1, 64, 8, \"Nothing depends on it.\"}";
  source.replace(source.find(block), block.size(), "{\"rounds\", 1, 8, 4, \"How often.\"}, {\"loose\", 0, 1, 0, \"Ties.\"}");
  return source;
}

/// A version of evolve that does this and finds nothing.
inline std::string evilSource(const std::string& deed) {
  return R"(#include <arete/version.h>
#include <sys/socket.h>
#include <unistd.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <vector>
template <class T>
void nearest(const AreteEvolve<T>& task) {
  for (uint32_t i = 0; i < task.n; ++i) task.nearest[i] = ARETE_NONE;
  )" + deed +
         R"(
}
ARETE_DECLARE_VERSION(evolve, cpu, nearest, ARETE_ROWS)
)";
}

inline const std::string kChooseSource = R"(#include <arete/version.h>
template <class T>
void choose(const AreteChoose<T>& task) {
  for (uint32_t i = 0; i < task.n; ++i) {
    task.chosen[i] = 1;
    for (uint32_t j = 0; j < i && task.chosen[i]; ++j) {
      T sum = 0;
      for (int k = 0; k < task.d; ++k) {
        const T difference = task.points[k * task.n + i] - task.points[k * task.n + j];
        sum += difference * difference;
      }
      if (task.chosen[j] && sum <= task.r1 * task.r1) task.chosen[i] = 0;
    }
  }
}
ARETE_DECLARE_VERSION(choose, cpu, choose, ARETE_COLUMNS)
)";

inline const std::string kDecimateSource = R"(#include <arete/version.h>
template <class T>
void decimate(const AreteDecimate<T>& task) {
  uint32_t left = task.m;
  for (uint32_t i = 0; i < task.m; ++i) task.stays[i] = 1;
  if (task.m <= 3) return;
  for (uint32_t i = 0; i < task.m && left >= 3; ++i) {
    int within = 0, twice = 0;
    for (uint32_t j = 0; j < task.m; ++j) {
      T sum = 0;
      for (int k = 0; k < task.d; ++k) {
        const T difference = task.chosen[i * task.d + k] - task.chosen[j * task.d + k];
        sum += difference * difference;
      }
      within += task.stays[j] && sum <= task.r2 * task.r2;
      twice += task.stays[j] && sum <= task.twice * task.twice;
    }
    if (within >= 4 || twice <= 2) task.stays[i] = 0, --left;
  }
}
ARETE_DECLARE_VERSION(decimate, cpu, decimate, ARETE_ROWS)
)";

/// `order` compares pairs of distance and number.
inline std::string knnSource(const std::string& order = "std::less<>()") {
  return R"(#include <arete/version.h>
#include <algorithm>
#include <functional>
#include <utility>
#include <vector>
template <class T>
void knn(const AreteKnn<T>& task) {
  std::vector<std::pair<T, uint32_t>> all(task.n);
  for (uint32_t q = 0; q < task.m; ++q) {
    for (uint32_t j = 0; j < task.n; ++j) {
      T sum = 0;
      for (int k = 0; k < task.d; ++k) {
        const T difference = task.queries[q * task.d + k] - task.references[j * task.d + k];
        sum += difference * difference;
      }
      all[j] = {sum, j};
    }
    std::partial_sort(all.begin(), all.begin() + task.k, all.end(), )" +
         order +
         R"();
    for (uint32_t i = 0; i < task.k; ++i) task.indices[q * task.k + i] = all[i].second;
  }
}
ARETE_DECLARE_VERSION(knn, cpu, knn, ARETE_ROWS)
)";
}

}  // namespace arete::test
