#include "tests/fuzz/file_formats.h"

#include <algorithm>
#include <cstring>

#include "tests/fuzz/agree.h"
#include "tests/fuzz/words.h"

namespace arete::fuzz {

static size_t everything(std::string_view file) { return file.size(); }
static size_t nothing(std::string_view) { return 0; }
static void leave(std::string&, Random&) {}

std::span<const FileFormat> fileFormats() {
  static const std::vector<BinaryField> lasFields = {{24, 1},  {25, 1},  {94, 2},  {96, 4},  {100, 4}, {104, 1}, {105, 2},
                                                     {107, 4}, {131, 8}, {139, 8}, {147, 8}, {155, 8}, {163, 8}, {171, 8},
                                                     {235, 8}, {243, 4}, {247, 8}, {245, 2}, {247, 2}, {393, 2}};
  static const std::vector<BinaryField> lazFields = [] {
    std::vector<BinaryField> fields = lasFields;
    for (const size_t record : {281, 429})  // what says how the points are compressed, behind a header of 227 or 375 bytes
      for (const size_t at : {0, 2, 12, 32, 34, 36, 38, 40, 42, 44, 46, 48, 50}) fields.push_back({record + at, at == 12 ? 4U : 2U});
    return fields;
  }();
  static const FileFormat kFormats[] = {
      {"ply",
       "ply",
       {"a.ply"},
       {"ply",
        "format",
        "ascii",
        "binary_little_endian",
        "binary_big_endian",
        "1.0",
        "element",
        "vertex",
        "face",
        "edge",
        "property",
        "list",
        "comment",
        "obj_info",
        "end_header",
        "char",
        "uchar",
        "short",
        "ushort",
        "int",
        "uint",
        "float",
        "double",
        "int8",
        "uint64",
        "float32",
        "x",
        "y",
        "z",
        "w",
        "red",
        "vertex_indices",
        "comment arete dimension 2",
        "property list uchar int q",
        "element vertex 3",
        "property double x"},
       {},
       plyHeaderEnd,
       agreePly},
      {"pcd",
       "pcd",
       {"a.pcd"},
       {"VERSION",
        "FIELDS",
        "SIZE",
        "TYPE",
        "COUNT",
        "WIDTH",
        "HEIGHT",
        "VIEWPOINT",
        "POINTS",
        "DATA",
        "ascii",
        "binary",
        "binary_compressed",
        "x",
        "y",
        "z",
        "rgb",
        "rgba",
        "_",
        "F",
        "U",
        "I",
        "1",
        "2",
        "4",
        "8",
        "0.7",
        "#",
        "COUNT 1 1 1",
        "SIZE 8 8 8",
        "normal_x"},
       {},
       pcdHeaderEnd,
       agreePcd},
      {"las", "las", {"a.las"}, {}, lasFields, nothing, agreeLas},
      {"laz", "laz", {"a.laz"}, {}, lazFields, nothing, agreeLaz},
      {"e57",
       "e57",
       {"a.e57"},
       {"<data3D type=\"Vector\">",
        "<vectorChild type=\"Structure\">",
        "fileOffset=",
        "recordCount=",
        "minimum=",
        "maximum=",
        "scale=",
        "offset=",
        "type=\"Float\"",
        "type=\"Integer\"",
        "type=\"ScaledInteger\"",
        "type=\"String\"",
        "precision=\"single\"",
        "<cartesianX",
        "<sphericalRange",
        "<pose>",
        "<rotation>",
        "<w>",
        "1e309",
        "nan",
        "-1",
        "0",
        "9223372036854775807",
        "/>",
        "<!--"},
       {{8, 4}, {16, 8}, {24, 8}, {32, 8}, {40, 8}, {48, 1}, {56, 8}, {64, 8}, {80, 1}, {82, 2}, {88, 1}, {90, 2}, {92, 2}, {94, 2}, {96, 2}},
       everything,
       agreeE57},
      {"npy",
       "npy",
       {"a.npy"},
       {"'descr'",
        "'fortran_order'",
        "'shape'",
        "True",
        "False",
        "(",
        ")",
        ",",
        "{",
        "}",
        "[",
        "]",
        "'<f4'",
        "'<f8'",
        "'>f8'",
        "'<i2'",
        "'|u1'",
        "'|O'",
        "'<f2'",
        "'<U3'",
        "'|S5'",
        "'<c8'",
        "('x', '<f4')",
        "('y', '<f8')",
        "('z', '|u1', (3,))",
        "(3, 2)",
        "(2,)",
        "()",
        "L"},
       {{6, 1}, {7, 1}, {8, 2}, {8, 4}},
       npyHeaderEnd,
       agreeNpy},
      {"obj",
       "obj",
       {"a.obj"},
       {"v", "vn", "vt", "vp", "f", "l", "p", "g", "o", "mtllib", "usemtl", "#", "s", "v 1 2 3", "1/1/1", "1//2", "-1", "\\\n", "curv", "call"},
       {},
       everything,
       leave},
      {"gpx",
       "",
       {"a.gpx"},
       {"<gpx>",  "</gpx>",      "<trk>", "</trk>", "<trkseg>",  "</trkseg>", "<trkpt", "</trkpt>", "<rte>",     "<rtept",
        "<wpt",   "lat=",        "lon=",  "\"",     "'",         "<ele>",     "</ele>", "<time>",   "</time>",   "2024-02-30T25:61:61Z",
        "+02:00", "/>",          "<!--",  "-->",    "<![CDATA[", "]]>",       "<?xml",  "?>",       "<!DOCTYPE", "&amp;",
        "&#0;",   "xmlns:g='x'", "g:",    "1e309",  "-180",      "nan"},
       {},
       everything,
       leave},
      {"swc",
       "",
       {"a.swc"},
       {"#", "-1", "1", "0", "2", "1.5", "1e309", "nan", "# dimension 2", "1 0 0 0 0 1 -1", "2 0 1 0 0 1 1", "\t", "\r\n", "\xEF\xBB\xBF"},
       {},
       everything,
       leave},
      {"text",
       "xyz",
       {"a.csv", "a.xyz", "a.txt", "a.pts", "a.asc", "a.tsv"},
       {",",        ";",   "|",   "\t", " ",       "\"",    "#",     "x",     "y",   "z",     "NA",     "1,5", "1.5", "\r", "\r\n", "\xEF\xBB\xBF",
        "\xFF\xFE", "lat", "lon", "//", "easting", "1 2 3", "1;2;3", "1,2,3", "nan", "\"1\"", "\"\"\"", "e"},
       {},
       everything,
       leave},
      {"raw",
       "",
       {"a.f32", "a.f64", "a.raw", "a.bin", "a.xyz.f32", "a.xy.f64"},
       {},
       {{0, 4}, {4, 4}, {8, 4}, {0, 8}, {8, 8}, {16, 8}},
       nothing,
       agreeRaw},
  };
  return kFormats;
}

const FileFormat& fileFormat(std::string_view id) { return *std::ranges::find(fileFormats(), id, &FileFormat::id); }

static void changeField(std::string& file, const BinaryField& field, Random& random) {
  if (field.offset + field.bytes > file.size()) return;
  uint64_t value = awkwardBits(random);
  if (random.oneIn(3)) {  // near what it was
    value = 0;
    std::memcpy(&value, file.data() + field.offset, field.bytes);
    value += random.oneIn(2) ? 1 : uint64_t(-1);
  }
  std::memcpy(file.data() + field.offset, &value, field.bytes);
}

void changeFile(std::string& file, const FileFormat& format, Random& random) {
  const size_t headerEnd = format.headerEnd(file);
  if (!format.fields.empty() && (headerEnd == 0 || random.oneIn(8))) changeField(file, random.of(format.fields), random);
  else if (headerEnd < file.size() && random.oneIn(6)) changeText(file, headerEnd, file.size(), {}, random);
  else changeText(file, 0, headerEnd, format.words, random);
  if (random.oneIn(2)) format.agree(file, random);
}

}  // namespace arete::fuzz
