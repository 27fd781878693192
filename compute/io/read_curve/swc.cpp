// SWC: the nodes of a neuron's tree, each joined with its parent. Where we cut a loop a comment "# cut 12 40" names its rows: they are joined again.
#include <unordered_map>

#include "compute/core/error.h"
#include "compute/core/flag.h"
#include "compute/io/read_curve/curve_readers.h"
#include "compute/io/read_curve/text_lines.h"

namespace arete::read_curve {

namespace {

constexpr int kSwcAxes = 3;

/// A node that waits for its parent, which may stand behind it.
struct Child {
  uint32_t node;
  int64_t parent;
  size_t line;
};

/// "cut 12 40".
std::optional<std::pair<int64_t, int64_t>> cutComment(std::string_view rest) {
  if (TextLines::takeWord(rest) != "cut") return {};
  const std::string_view first = TextLines::takeWord(rest), second = TextLines::takeWord(rest);
  const auto a = numberFrom<int64_t>(first), b = numberFrom<int64_t>(second);
  if (!a || !b || *a == *b || !TextLines::takeWord(rest).empty()) return {};
  return std::pair(*a, *b);
}

}  // namespace

CurveFile swc(std::string_view text, const std::string& name) {
  constexpr int64_t kNoParent = -1;
  TextLines lines(text, name);
  Graph graph{.dimension = kSwcAxes};
  int dimension = kSwcAxes;
  std::unordered_map<int64_t, uint32_t> nodes;  // by their numbers
  std::vector<Child> children;
  std::vector<std::pair<int64_t, int64_t>> cuts;
  size_t row = 0;
  while (++row, lines.next()) {
    std::string_view rest = lines.line();
    const std::string_view number = TextLines::takeWord(rest);
    if (number.empty()) continue;
    if (number[0] == '#') {
      if (number == "#") dimension = std::min(dimensionComment(rest).value_or(dimension), kSwcAxes);
      if (const auto cut = number == "#" ? cutComment(rest) : std::nullopt) cuts.push_back(*cut);
      continue;
    }
    const uint32_t node = uint32_t(graph.vertices());
    if (!nodes.emplace(lines.integer(number, "the number of a node"), node).second) lines.fail("node " + std::string(number) + " comes twice");
    lines.number(TextLines::takeWord(rest), "a type");
    for (int k = 0; k < kSwcAxes; ++k) graph.rows.push_back(lines.number(TextLines::takeWord(rest), "a coordinate"));
    lines.number(TextLines::takeWord(rest), "a radius");
    if (const int64_t parent = lines.integer(TextLines::takeWord(rest), "a parent"); parent != kNoParent) children.push_back({node, parent, row});
  }
  for (const Child& child : children) {
    const auto parent = nodes.find(child.parent);
    if (parent == nodes.end())
      throw Error(ErrorKind::badInput, "cannot read the curve", name + " line " + std::to_string(child.line),
                  "its parent, node " + std::to_string(child.parent) + ", does not exist", "a root has the parent -1");
    graph.join(child.node, parent->second);
  }
  for (const auto& [a, b] : cuts)
    if (const auto from = nodes.find(a), to = nodes.find(b); from != nodes.end() && to != nodes.end()) graph.join(from->second, to->second);
  graph.rows = firstCoordinates(std::move(graph.rows), kSwcAxes, dimension);
  graph.dimension = dimension;
  return std::move(graph).take();
}

}  // namespace arete::read_curve
