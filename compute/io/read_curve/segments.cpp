// A list of segments: 2·d numbers per line. Ends with equal coordinates become one vertex, so that a road network is connected.
#include <algorithm>
#include <numeric>

#include "compute/core/error.h"
#include "compute/io/read_curve/curve_readers.h"
#include "compute/io/read_curve/text_lines.h"

namespace arete::read_curve {

/// Fills rows and edges of the graph: each row of `ends` is replaced by the lowest row with the same coordinates, and those are compacted.
static Graph weld(const std::vector<double>& ends, int dimension) {
  const size_t d = size_t(dimension), count = ends.size() / d;
  const auto row = [&](size_t i) { return std::span(ends).subspan(i * d, d); };
  const auto before = [&](uint32_t a, uint32_t b) {
    return std::lexicographical_compare(row(a).begin(), row(a).end(), row(b).begin(), row(b).end());
  };
  std::vector<uint32_t> order(count), vertex(count);
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), before);
  for (size_t i = 0; i < count; ++i) vertex[order[i]] = i > 0 && !before(order[i - 1], order[i]) ? vertex[order[i - 1]] : order[i];

  Graph graph{.dimension = dimension};
  for (uint32_t i = 0; i < count; ++i) {
    const bool first = vertex[i] == i;
    vertex[i] = first ? uint32_t(graph.vertices()) : vertex[vertex[i]];  // lower rows already hold their new numbers
    if (first) graph.rows.insert(graph.rows.end(), row(i).begin(), row(i).end());
  }
  for (size_t i = 0; i < count; i += 2) graph.join(vertex[i], vertex[i + 1]);
  return graph;
}

CurveFile segments(std::string_view text, const std::string& name) {
  constexpr size_t kMostEnds = UINT32_MAX;
  TextLines lines(text, name);
  std::vector<double> ends;
  size_t width = 0;
  while (lines.next()) {
    std::string_view rest = lines.line().substr(0, lines.line().find('#'));
    size_t numbers = 0;
    for (std::string_view word = TextLines::takeWord(rest); !word.empty(); word = TextLines::takeWord(rest), ++numbers) {
      if (numbers == 2 * size_t(kMaxDimension)) lines.fail("more than 32 numbers, and a segment has at most 2 · 16");
      ends.push_back(lines.number(word, "coordinate " + std::to_string(numbers + 1)));
    }
    if (numbers == 0) continue;
    if (numbers % 2 != 0) lines.fail(std::to_string(numbers) + " numbers: a segment has an even number, start and end");
    if (width != 0 && numbers != width) lines.fail(std::to_string(numbers) + " numbers, and " + std::to_string(width) + " in the lines before");
    width = numbers;
    if (ends.size() / (width / 2) >= kMostEnds) lines.fail("too many segments");
  }
  if (width == 0) return {};
  return weld(ends, int(width / 2)).take();
}

}  // namespace arete::read_curve
