// SWC: the nodes of a neuron's tree, each joined with its parent.
#include <unordered_map>

#include "compute/core/error.h"
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

}  // namespace

CurveFile swc(std::string_view text, const std::string& name) {
  constexpr int64_t kNoParent = -1;
  TextLines lines(text, name);
  Graph graph{.dimension = kSwcAxes};
  int dimension = kSwcAxes;
  std::unordered_map<int64_t, uint32_t> nodes;  // by their numbers
  std::vector<Child> children;
  size_t row = 0;
  while (++row, lines.next()) {
    std::string_view rest = lines.line();
    const std::string_view number = TextLines::takeWord(rest);
    if (number.empty()) continue;
    if (number[0] == '#') {
      if (number == "#") dimension = std::min(dimensionComment(rest).value_or(dimension), kSwcAxes);
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
  graph.rows = firstCoordinates(std::move(graph.rows), kSwcAxes, dimension);
  graph.dimension = dimension;
  return std::move(graph).take();
}

}  // namespace arete::read_curve
