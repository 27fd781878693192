// OBJ: the v lines are the points, with vertex colours if there are any. Nothing else is needed; material files are never opened.
#include <algorithm>
#include <array>
#include <limits>

#include "compute/io/read/cloud_builder.h"
#include "compute/io/read/lines.h"
#include "compute/io/read/number.h"
#include "compute/io/read/readers.h"
#include "compute/io/read/text_encoding.h"

namespace arete {

namespace {

constexpr uint64_t kTickLines = 1 << 16;
constexpr size_t kMostValues = 7;  // x y z w r g b

/// Faces are not kept; one that refers to a missing vertex is a sign of a damaged file.
class FaceCheck {
 public:
  void look(std::string_view rest, uint64_t line, uint64_t vertices) {
    constexpr int kLeastCorners = 3;
    int corners = 0;
    bool sound = true;
    for (std::string_view word = nextWord(rest); !word.empty() && word[0] != '#'; word = nextWord(rest), ++corners) {
      if (word == "\\") return;  // the face goes on in the next line
      const auto index = parseInteger(word.substr(0, word.find('/')));
      sound &= index && *index != 0 && (*index > 0 || uint64_t(-(*index + 1)) < vertices);
      if (index && *index > largest_) {
        largest_ = *index;
        largestLine_ = line;
      }
    }
    if ((!sound || corners < kLeastCorners) && firstBad_ == 0) firstBad_ = line;
  }
  /// 0 when all faces are sound.
  uint64_t firstBad(uint64_t vertices) const { return firstBad_ != 0 ? firstBad_ : largest_ > 0 && uint64_t(largest_) > vertices ? largestLine_ : 0; }

 private:
  int64_t largest_ = 0;
  uint64_t largestLine_ = 0, firstBad_ = 0;
};

/// The numbers of a v line.
size_t parseVertex(const Source& source, std::string_view rest, uint64_t line, std::array<double, kMostValues>& values) {
  size_t count = 0;
  for (std::string_view word = nextWord(rest); !word.empty() && word[0] != '#'; word = nextWord(rest)) {
    const Number number = parseNumber(word);
    if (number.kind != NumberKind::number || count == kMostValues)
      source.refuse(atLine(line),
                    number.kind == NumberKind::tooLarge ? "a number is too large"
                    : count == kMostValues              ? "a vertex has more than 7 values"
                                                        : "a vertex has a coordinate that is not a number",
                    "the line is damaged: export the file again");
    values[count++] = number.value;
  }
  return count;
}

/// Where the colour begins in a line with that many values; 0: none.
size_t colourAt(size_t count) { return count == 6 ? 3 : count == 7 ? 4 : 0; }

CloudFile readVertices(const Source& source, const Utf8Text& utf8) {
  const size_t dimension = source.options().dimension ? size_t(*source.options().dimension) : 3;
  if (dimension > 3) source.refuseOption("OBJ vertices have at most 3 coordinates", "give --dim 2 or 3, or none");
  if (!source.options().columns.empty()) source.refuseOption("OBJ vertices have no columns to choose from", "leave --columns out");
  std::optional<CloudBuilder> builder;  // the first vertex says whether there are colours
  FaceCheck faces;
  uint64_t vertices = 0, unread = 0;
  bool coloured = false;
  std::array<double, kMostValues> values{};
  for (TextLines lines = utf8.lines(); lines.next();) {
    if (lines.number() % kTickLines == 0) builder ? builder->tick(lines.position()) : source.tick(lines.position(), 0);
    std::string_view rest = lines.line();
    const std::string_view keyword = nextWord(rest);
    if (keyword == "f") faces.look(rest, lines.number(), vertices);
    if (keyword != "v") {
      static constexpr std::array<std::string_view, 18> kKnown = {"f",      "vn",     "vt", "vp",     "g",      "o",    "s",    "l",   "p",
                                                                  "usemtl", "mtllib", "mg", "maplib", "usemap", "curv", "surf", "end", "parm"};
      if (!keyword.empty() && keyword[0] != '#' && std::ranges::find(kKnown, keyword) == kKnown.end() && unread == 0) unread = lines.number();
      continue;
    }
    const size_t count = parseVertex(source, rest, lines.number(), values);
    if (count < dimension)
      source.refuse(atLine(lines.number()), "a vertex has " + std::to_string(count) + " coordinates instead of " + std::to_string(dimension),
                    "the line is damaged: export the file again");
    if (!builder) {
      coloured = colourAt(count) != 0;
      builder.emplace(source, dimension, coloured ? std::vector<std::string>{"red", "green", "blue"} : std::vector<std::string>{});
    }
    std::array<double, 6> row{values[0], values[1], values[2]};
    for (size_t c = 0; coloured && c < 3; ++c)
      row[dimension + c] = colourAt(count) ? values[colourAt(count) + c] : std::numeric_limits<double>::quiet_NaN();
    builder->add(row.data());
    ++vertices;
  }
  if (!builder) source.refuse("", "there are no vertices (v lines) in it", "open a file with points");
  if (const uint64_t line = faces.firstBad(vertices))
    builder->warn("Some faces are broken or name vertices that do not exist, first in line " + std::to_string(line) + "; the vertices were read.");
  if (unread != 0) builder->warn("Some lines are no OBJ statements, first line " + std::to_string(unread) + "; they were passed over.");
  return std::move(*builder).finish(coloured ? "OBJ, with vertex colours" : "OBJ");
}

}  // namespace

CloudFile readObj(const Source& source) {
  const Utf8Text utf8(source);
  return utf8.read([&] { return readVertices(source, utf8); });
}

}  // namespace arete
