// The vertices and edges of a text PLY file. Counts in the header are only compared with what was read.
#include <algorithm>

#include "compute/core/coordinate_names.h"
#include "compute/core/error.h"
#include "compute/io/read_curve/curve_readers.h"
#include "compute/io/read_curve/text_lines.h"

namespace arete::read_curve {

namespace {

constexpr size_t kMostElements = 64, kMostProperties = 1024;

struct Element {
  std::string_view name;
  int64_t count = 0;
  std::vector<std::string_view> properties;  ///< a list is named "list"

  /// npos when it has none.
  size_t find(std::string_view property) const {
    const auto found = std::find(properties.begin(), properties.end(), property);
    return found == properties.end() ? std::string_view::npos : size_t(found - properties.begin());
  }
};

struct Header {
  std::vector<Element> elements;
  int dimension = kMaxDimension;  ///< our writer's comment: how many coordinates are meaningful
};

void headerLine(TextLines& lines, std::string_view rest, Header& header) {
  const std::string_view keyword = TextLines::takeWord(rest);
  if (keyword == "format") {
    const std::string_view format = TextLines::takeWord(rest);
    if (format != "ascii") lines.fail("a curve is read from text PLY only, not from " + std::string(format.substr(0, 32)), "save it as ascii PLY");
  } else if (keyword == "comment") {
    header.dimension = dimensionComment(rest).value_or(header.dimension);
  } else if (keyword == "element") {
    if (header.elements.size() == kMostElements) lines.fail("more than 64 elements");
    Element element{TextLines::takeWord(rest), 0, {}};
    element.count = lines.integer(TextLines::takeWord(rest), "the element's count");
    if (element.count < 0) lines.fail("a negative count");
    header.elements.push_back(std::move(element));
  } else if (keyword == "property") {
    if (header.elements.empty()) lines.fail("a property before any element");
    Element& element = header.elements.back();
    if (element.properties.size() == kMostProperties) lines.fail("more than 1024 properties");
    const std::string_view type = TextLines::takeWord(rest);
    element.properties.push_back(type == "list" ? type : TextLines::takeWord(rest));
  } else if (!keyword.empty() && keyword != "obj_info") {
    lines.fail("unknown word in the header: " + std::string(keyword.substr(0, 32)));
  }
}

Header headerOf(TextLines& lines) {
  lines.next();
  if (lines.line() != "ply") lines.fail("it does not begin with \"ply\"");
  Header header;
  while (lines.next() && lines.line() != "end_header") headerLine(lines, lines.line(), header);
  if (lines.line() != "end_header") lines.fail("the header has no end");
  return header;
}

/// Calls `use(words)` for each line of the element, with one word per property.
template <class F>
void forEachRow(TextLines& lines, const Element& element, F&& use) {
  std::vector<std::string_view> words(element.properties.size());
  for (int64_t i = 0; i < element.count; ++i) {
    if (!lines.next())
      lines.fail("the file ends after " + std::to_string(i) + " of " + std::to_string(element.count) + " lines of " + std::string(element.name));
    std::string_view rest = lines.line();
    for (std::string_view& word : words)
      if ((word = TextLines::takeWord(rest)).empty()) lines.fail("fewer values than properties");
    if (!TextLines::takeWord(rest).empty()) lines.fail("more values than properties");
    use(words);
  }
}

void readVertices(TextLines& lines, const Element& element, Graph& graph) {
  std::vector<size_t> columns;
  for (std::string_view name : kCoordinateNames)
    if (const size_t column = element.find(name); column != std::string_view::npos) columns.push_back(column);
    else break;
  if (columns.empty()) lines.fail("vertices without a property x");
  graph.dimension = int(columns.size());
  forEachRow(lines, element, [&](const auto& words) {
    for (size_t column : columns) graph.rows.push_back(lines.number(words[column], element.properties[column]));
    if (graph.vertices() >= UINT32_MAX) lines.fail("too many vertices");
  });
}

void readEdges(TextLines& lines, const Element& element, Graph& graph) {
  const size_t from = element.find("vertex1"), to = element.find("vertex2");
  if (from == std::string_view::npos || to == std::string_view::npos) lines.fail("edges without the properties vertex1 and vertex2");
  const auto vertex = [&](std::string_view word) {
    const int64_t index = lines.integer(word, "a vertex index");
    if (index < 0 || index >= int64_t(graph.vertices()))
      lines.fail("vertex " + std::to_string(index) + " does not exist: there are " + std::to_string(graph.vertices()) + ", from 0");
    return uint32_t(index);
  };
  forEachRow(lines, element, [&](const auto& words) { graph.join(vertex(words[from]), vertex(words[to])); });
}

void skip(TextLines& lines, const Element& element) {
  for (int64_t i = 0; i < element.count; ++i)
    if (!lines.next()) lines.fail("the file ends within " + std::string(element.name));
}

}  // namespace

CurveFile ply(std::string_view text, const std::string& name) {
  TextLines lines(text, name);
  const Header header = headerOf(lines);
  Graph graph;
  bool edges = false;
  for (const Element& element : header.elements) {
    const bool list = element.find("list") != std::string_view::npos;
    if ((element.name == "vertex" || element.name == "edge") && list) lines.fail("a list property of " + std::string(element.name) + " is not read");
    if (element.name == "vertex" && graph.dimension == 0) readVertices(lines, element, graph);
    else if (element.name == "edge") edges = true, readEdges(lines, element, graph);
    else skip(lines, element);
  }
  if (!edges)
    throw Error(ErrorKind::badInput, "cannot read the curve", name, "the PLY file has no edges",
                "a curve has an element edge with vertex1 and vertex2");
  if (header.dimension < graph.dimension) {
    graph.rows = firstCoordinates(std::move(graph.rows), graph.dimension, header.dimension);
    graph.dimension = header.dimension;
  }
  return std::move(graph).take();
}

}  // namespace arete::read_curve
