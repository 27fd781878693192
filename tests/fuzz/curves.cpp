// The readers of curves: lines, or one refusal that says why. The first byte of an input says which reader.
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "compute/core/error.h"
#include "compute/io/read_curve.h"
#include "compute/io/write_curve.h"
#include "tests/fuzz/target.h"
#include "tests/fuzz/words.h"

namespace arete::fuzz {

namespace {

const CurveReader& readerOf(std::string_view input) {
  const auto readers = curveReaders();
  return readers[input.empty() ? 0 : uint8_t(input[0]) % readers.size()];
}

/// Two lines that meet, as Arete writes them.
std::string geopackage() {
  const std::filesystem::path path = std::filesystem::temp_directory_path() / ("arete-fuzz-seed-" + std::to_string(::getpid()) + ".gpkg");
  writeCurve(path, makeCurve(PointArray::fromRows(std::vector<double>{0, 0, 1, 1, 2, 0, 1, 3}, 2), {{0, 1}, {1, 2}, {1, 3}}), {});
  std::ifstream file(path, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(file), {}};
  std::filesystem::remove(path);
  return bytes;
}

std::vector<std::string> seeds() {
  static const std::pair<std::string_view, std::string_view> kTexts[] = {
      {"ply",
       "ply\nformat ascii 1.0\ncomment arete dimension 2\nelement vertex 3\nproperty double x\nproperty double y\nproperty double z\nelement edge 2\n"
       "property int vertex1\nproperty int vertex2\nend_header\n0 0 0\n1 0.5 0\n2 1 0\n0 1\n1 2\n"},
      {"csv", "polyline_id,closed,index,x,y\n0,0,0,1.5,2\n0,0,1,2.5,3\n1,1,0,0,0\n1,1,1,1,0\n1,1,2,1,1\n"},
      {"obj", "# arete dimension 3\nv 0 0 0\nv 1 0 0\nv 1 1 0\nl 1 2 3\nl 3 1\nl -1 -2\n"},
      {"geojson",
       R"({"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"LineString","coordinates":[[0,0],[1,1.5],[2,0]]},)"
       R"("properties":{}},{"type":"Feature","geometry":{"type":"MultiLineString","coordinates":[[[0,0,1],[1,1,1]],[[2,2,2],[3,3,3]]]}}]})"},
      {"segments", "# roads\n0 0 1 1\n1 1 2 0\n2 0 3 3\n"},
      {"gpx",
       "<gpx><rte><rtept lat=\"50\" lon=\"7\"/><rtept lat=\"51\" lon=\"8\"/></rte>\n<trk><trkseg><trkpt lat=\"52\" lon=\"-4\"/>"
       "<trkpt lat=\"53\" lon=\"-5\"><time>2024-01-01T00:00:00Z</time></trkpt></trkseg></trk></gpx>"},
      {"swc", "# dimension 3\n1 1 0 0 0 5 -1\n2 3 10 0 0 1 1\n3 3 20 0 1.5 0.5 2\n4 2 0 10 0 1 1\n"},
      {"xyz", "0 0 0 a\n1 1 1 a\n2 2 2 b\n3 3 3 b\n\n4 4 4\n5 5 5\n"},
  };
  std::vector<std::string> inputs;
  for (size_t i = 0; i < curveReaders().size(); ++i)
    for (const auto& [id, text] : kTexts)
      if (curveReaders()[i].id == id) inputs.push_back(char(i) + std::string(text));
  for (size_t i = 0; i < curveReaders().size(); ++i)
    if (curveReaders()[i].id == "gpkg") inputs.push_back(char(i) + geopackage());
  require(inputs.size() == curveReaders().size(), "a reader of curves has no seed");
  return inputs;
}

void check(const Polylines& lines) {
  require(lines.closed.size() == lines.lines.size(), "closed and lines differ in number");
  for (const auto& line : lines.lines) {
    require(lines.dimension > 0 && line.size() % size_t(lines.dimension) == 0, "a line is no whole number of vertices");
    for (const double coordinate : line) require(std::isfinite(coordinate), "a coordinate is not finite");
  }
}

bool run(std::string_view input) {
  const std::string name = "curve";
  try {
    check(readerOf(input).read(input.substr(input.empty() ? 0 : 1), name).polylines);
    return true;
  } catch (const Error& error) {
    require(error.kind() == ErrorKind::badInput, error.what());
    require(!error.reason().empty() && error.where().starts_with(name), std::string("a refusal without file or reason: ") + error.what());
  } catch (const std::exception& error) {
    fail(error.what());
  }
  return false;
}

void mutate(std::string& input, Random& random) {
  static constexpr std::string_view kWords[] = {"ply",
                                                "format",
                                                "element",
                                                "vertex",
                                                "edge",
                                                "property",
                                                "list",
                                                "int",
                                                "double",
                                                "vertex1",
                                                "vertex2",
                                                "end_header",
                                                "comment arete dimension 1",
                                                "# arete dimension 16",
                                                "v",
                                                "l",
                                                "polyline_id",
                                                "closed",
                                                "index",
                                                "x",
                                                "w",
                                                "\"type\"",
                                                "\"LineString\"",
                                                "\"MultiLineString\"",
                                                "\"Feature\"",
                                                "\"coordinates\"",
                                                "\"geometry\"",
                                                "\"GeometryCollection\"",
                                                "\"geometries\"",
                                                "[",
                                                "]",
                                                "{",
                                                "}",
                                                "[[",
                                                "[]",
                                                "null",
                                                "\"crs\"",
                                                "#",
                                                "a",
                                                "\t",
                                                "\r"};
  if (input.empty()) input = std::string(1, '\0');
  if (random.oneIn(32)) input[0] = char(random());
  changeText(input, 1, input.size(), kWords, random);
}

}  // namespace

const Target kTarget = {seeds, run, mutate};

}  // namespace arete::fuzz
