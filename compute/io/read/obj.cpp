// OBJ: the v lines are the points, with vertex colours if there are any. Nothing else is needed; material files are never opened.
#include <algorithm>
#include <array>
#include <limits>
#include <optional>

#include "compute/io/read/cloud_builder.h"
#include "compute/io/read/lines.h"
#include "compute/io/read/number.h"
#include "compute/io/read/readers.h"
#include "compute/io/read/text_encoding.h"

namespace arete {

namespace {

constexpr uint64_t kObjTickLines = 1 << 16;
constexpr size_t kMostValues = 7;  // x y z w r g b

/// Faces are not kept; one that refers to a missing vertex is a sign of a damaged file.
class FaceCheck {
 public:
  /// `vertices`: so many come before the line; of a piece, in the piece.
  void look(std::string_view rest, uint64_t line, uint64_t vertices) {
    constexpr int kLeastCorners = 3;
    int corners = 0;
    bool sound = true;
    uint64_t missing = 0;
    for (std::string_view word = nextWord(rest); !word.empty() && word[0] != '#'; word = nextWord(rest), ++corners) {
      if (word == "\\") return;  // the face goes on in the next line
      const auto index = parseInteger(word.substr(0, word.find('/')));
      sound &= index && *index != 0;
      if (index && *index < 0 && uint64_t(-(*index + 1)) >= vertices) missing = std::max(missing, uint64_t(-(*index + 1)) + 1 - vertices);
      if (index && *index > largest_) {
        largest_ = *index;
        largestLine_ = line;
      }
    }
    if ((!sound || corners < kLeastCorners) && firstBad_ == 0) firstBad_ = line;
    if (missing > 0 && firstMissing_ == 0) firstMissing_ = line;
    missing_ = std::max(missing_, missing);
  }
  /// How many vertices there must be before the piece, so that faces that count backwards find theirs.
  uint64_t missing() const { return missing_; }
  /// Of a piece whose vertices are all there; its lines follow line `linesBefore`.
  void add(const FaceCheck& piece, uint64_t linesBefore) {
    if (firstBad_ == 0 && piece.firstBad_ > 0) firstBad_ = linesBefore + piece.firstBad_;
    if (piece.largest_ <= largest_) return;
    largest_ = piece.largest_;
    largestLine_ = linesBefore + piece.largestLine_;
  }
  /// 0 when all faces are sound.
  uint64_t firstBad(uint64_t vertices) const {
    const uint64_t bad = firstBad_ == 0 || (firstMissing_ > 0 && firstMissing_ < firstBad_) ? firstMissing_ : firstBad_;
    return bad != 0 ? bad : largest_ > 0 && uint64_t(largest_) > vertices ? largestLine_ : 0;
  }

 private:
  int64_t largest_ = 0;
  uint64_t largestLine_ = 0, firstBad_ = 0, firstMissing_ = 0, missing_ = 0;
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

bool isStatement(std::string_view keyword) {
  static constexpr std::array<std::string_view, 18> kKnown = {"f",      "vn",     "vt", "vp",     "g",      "o",    "s",    "l",   "p",
                                                              "usemtl", "mtllib", "mg", "maplib", "usemap", "curv", "surf", "end", "parm"};
  return keyword.empty() || keyword[0] == '#' || std::ranges::find(kKnown, keyword) != kKnown.end();
}

/// What is known of lines that were gone through.
struct Passed {
  FaceCheck faces;
  uint64_t vertices = 0, lines = 0;
  uint64_t unread = 0;  ///< the first line that is no statement; 0: all are
};

/// What a thread made of a piece of the file.
struct ObjPiece {
  bool sound = false;  ///< else its lines are to be gone through one by one, knowing what came before
  RowPiece rows;
  Passed passed;
  uint64_t end = 0;
};

/// Lines up to the first vertex by one thread, as that says whether there are colours; what follows by all threads, in pieces.
class ObjVertices {
 public:
  ObjVertices(const Source& source, const Utf8Text& utf8, size_t dimension) : source_(source), utf8_(utf8), dimension_(dimension) {}

  CloudFile read() {
    TextLines lines = utf8_.lines();
    while (!builder_ && lines.next()) {
      if (lines.number() % kObjTickLines == 0) source_.tick(lines.position(), 0);
      look(lines, passed_, [this](const double* row) { builder_->add(row); });
    }
    if (!builder_) source_.refuse("", "there are no vertices (v lines) in it", "open a file with points");
    passed_.lines = lines.number();
    readPieces(utf8_.piecesBehind(lines));
    if (const uint64_t line = passed_.faces.firstBad(passed_.vertices))
      builder_->warn("Some faces are broken or name vertices that do not exist, first in line " + std::to_string(line) + "; the vertices were read.");
    if (passed_.unread != 0)
      builder_->warn("Some lines are no OBJ statements, first line " + std::to_string(passed_.unread) + "; they were passed over.");
    return std::move(*builder_).finish(coloured_ ? "OBJ, with vertex colours" : "OBJ");
  }

 private:
  /// A thread's own.
  struct Own {
    RowCollector rows;
    std::vector<char> buffer;
  };

  /// A line: add(row) for a vertex.
  template <class Add>
  void look(const TextLines& lines, Passed& passed, const Add& add) {
    std::string_view rest = lines.line();
    const std::string_view keyword = nextWord(rest);
    if (keyword == "f") passed.faces.look(rest, lines.number(), passed.vertices);
    if (keyword != "v") {
      if (passed.unread == 0 && !isStatement(keyword)) passed.unread = lines.number();
      return;
    }
    std::array<double, kMostValues> values{};
    const size_t count = parseVertex(source_, rest, lines.number(), values);
    if (count < dimension_)
      source_.refuse(atLine(lines.number()), "a vertex has " + std::to_string(count) + " coordinates instead of " + std::to_string(dimension_),
                     "the line is damaged: export the file again");
    if (!builder_) {
      coloured_ = colourAt(count) != 0;
      builder_.emplace(source_, dimension_, coloured_ ? std::vector<std::string>{"red", "green", "blue"} : std::vector<std::string>{});
    }
    std::array<double, 6> row{values[0], values[1], values[2]};
    for (size_t c = 0; coloured_ && c < 3; ++c)
      row[dimension_ + c] = colourAt(count) ? values[colourAt(count) + c] : std::numeric_limits<double>::quiet_NaN();
    add(row.data());
    ++passed.vertices;
  }

  ObjPiece make(const TextPieces& pieces, size_t index, Own& own) {
    const TextPieces::Piece piece = pieces.load(index, own.buffer);
    ObjPiece made{true, own.rows.take(), {}, piece.begin + piece.lines.size()};
    try {
      TextLines lines(source_, piece.lines, pieces.lineEnd());
      while (lines.next()) look(lines, made.passed, [&](const double* row) { own.rows.add(row); });
      made.passed.lines = lines.number();
      made.rows = own.rows.take();
    } catch (const Error&) {  // that it is wrong, and where, comes out when it is read alone
      own.rows.drop();
      made.sound = false;
    }
    return made;
  }

  void readPieces(const TextPieces& pieces) {
    if (source_.streaming()) {
      for (size_t piece = 0; piece < pieces.count(); ++piece) readAlone(pieces, piece);
      return;
    }
    std::vector<Own> own;
    for (int i = 0; i < builder_->threads().sizeFor(pieces.count()); ++i) own.push_back({builder_->collector(), {}});
    uint64_t position = 0;
    const auto take = [&](size_t index, ObjPiece&& piece) {
      position = piece.end;
      if (!piece.sound || piece.passed.faces.missing() > passed_.vertices) {
        readAlone(pieces, index);
        return true;
      }
      passed_.faces.add(piece.passed.faces, passed_.lines);
      if (passed_.unread == 0 && piece.passed.unread > 0) passed_.unread = passed_.lines + piece.passed.unread;
      passed_.vertices += piece.passed.vertices;
      passed_.lines += piece.passed.lines;
      builder_->addPiece(std::move(piece.rows));
      return true;
    };
    builder_->threads().forEachInOrder(
        pieces.count(), [&](size_t index, int thread) { return make(pieces, index, own[size_t(thread)]); }, take, [&] { builder_->tick(position); });
  }

  void readAlone(const TextPieces& pieces, size_t index) {
    const TextPieces::Piece piece = pieces.load(index, buffer_);
    builder_->tick(piece.begin);
    TextLines lines(source_, piece.lines, pieces.lineEnd(), passed_.lines);
    while (lines.next()) look(lines, passed_, [this](const double* row) { builder_->add(row); });
    passed_.lines = lines.number();
  }

  const Source& source_;
  const Utf8Text& utf8_;
  size_t dimension_;
  std::optional<CloudBuilder> builder_;
  bool coloured_ = false;
  Passed passed_;
  std::vector<char> buffer_;
};

CloudFile readVertices(const Source& source, const Utf8Text& utf8) {
  const size_t dimension = source.options().dimension ? size_t(*source.options().dimension) : 3;
  if (dimension > 3) source.refuseOption("OBJ vertices have at most 3 coordinates", "give --dim 2 or 3, or none");
  if (!source.options().columns.empty()) source.refuseOption("OBJ vertices have no columns to choose from", "leave --columns out");
  return ObjVertices(source, utf8, dimension).read();
}

}  // namespace

CloudFile readObj(const Source& source) {
  const Utf8Text utf8(source);
  return utf8.read([&] { return readVertices(source, utf8); });
}

}  // namespace arete
