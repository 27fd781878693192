// The vertices and lines of a Wavefront OBJ file. Everything else in it is skipped; no other file is opened.
#include <algorithm>

#include "compute/io/read_curve/curve_readers.h"
#include "compute/io/read_curve/text_lines.h"

namespace arete::read_curve {

namespace {

constexpr int kAxes = 3;

void addVertex(TextLines& lines, std::string_view rest, Graph& graph) {
  for (int k = 0; k < kAxes; ++k) graph.rows.push_back(lines.number(TextLines::takeWord(rest), "a coordinate"));
  if (graph.vertices() >= UINT32_MAX) lines.fail("too many vertices");
}

/// "7", "7/3" (with a texture vertex) or "-1", the last vertex so far.
uint32_t vertexIndex(const TextLines& lines, std::string_view word, const Graph& graph) {
  const int64_t given = lines.integer(word.substr(0, word.find('/')), "a vertex index"), count = int64_t(graph.vertices());
  const int64_t index = given < 0 ? count + given : given - 1;
  if (given == 0 || index < 0 || index >= count)
    lines.fail("vertex " + std::to_string(given) + " does not exist: " + std::to_string(count) + " came before");
  return uint32_t(index);
}

void addLine(const TextLines& lines, std::string_view rest, Graph& graph) {
  std::string_view word = TextLines::takeWord(rest);
  if (word.empty()) lines.fail("a line without vertices");
  uint32_t last = vertexIndex(lines, word, graph);
  while (!(word = TextLines::takeWord(rest)).empty()) {
    const uint32_t vertex = vertexIndex(lines, word, graph);
    graph.join(last, vertex);
    last = vertex;
  }
}

}  // namespace

CurveFile obj(std::string_view text, const std::string& name) {
  TextLines lines(text, name);
  Graph graph{.dimension = kAxes};
  int dimension = kAxes;
  size_t faces = 0;
  while (lines.next()) {
    std::string_view rest = lines.line();
    const std::string_view keyword = TextLines::takeWord(rest);
    if (keyword == "v") addVertex(lines, rest, graph);
    else if (keyword == "l") addLine(lines, rest, graph);
    else if (keyword == "f") ++faces;
    else if (keyword == "#") dimension = std::min(dimensionComment(rest).value_or(dimension), kAxes);
  }
  graph.rows = firstCoordinates(std::move(graph.rows), kAxes, dimension);
  graph.dimension = dimension;
  CurveFile file = std::move(graph).take();
  if (faces > 0) file.warnings.push_back("faces, which are no lines, are left out: " + std::to_string(faces));
  return file;
}

}  // namespace arete::read_curve
