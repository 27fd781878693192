// Text: one point per line. Rows that do not fit are left out with a warning; when they are the majority, the file is refused.
#include <algorithm>
#include <optional>

#include "compute/io/read/cloud_builder.h"
#include "compute/io/read/lines.h"
#include "compute/io/read/number.h"
#include "compute/io/read/readers.h"
#include "compute/io/read/row_parser.h"
#include "compute/io/read/text_encoding.h"
#include "compute/io/read/text_layout.h"
#include "compute/io/read/text_sample.h"

namespace arete {

namespace {

constexpr uint64_t kTickLines = 1 << 14;
constexpr uint64_t kShortenedAllowed = 1000;  // in addition to half of the rows: short rows of a wide table would take much more memory than the file

/// Rows that were left out or shortened, one warning for each kind.
struct Faults {
  uint64_t broken = 0, firstBroken = 0, shortened = 0, firstShortened = 0;
  std::string reason;  ///< of the first broken row

  /// Those of a piece behind so many lines.
  void add(const Faults& piece, uint64_t linesBefore) {
    if (broken == 0 && piece.broken > 0) {
      firstBroken = linesBefore + piece.firstBroken;
      reason = piece.reason;
    }
    if (shortened == 0 && piece.shortened > 0) firstShortened = linesBefore + piece.firstShortened;
    broken += piece.broken;
    shortened += piece.shortened;
  }
  void addBroken(uint64_t line, const RowParser& parser, RowKind kind) {
    if (broken++ > 0) return;
    firstBroken = line;
    if (kind == RowKind::notNumber) reason = quoted(parser.culprit()) + " is not a number";
    else reason = "it has " + std::to_string(parser.fieldsSeen()) + " fields where " + std::to_string(parser.columnCount()) + " are expected";
  }
};

void reportFaults(const Source& source, const Faults& faults, CloudBuilder& builder) {
  if (faults.broken > builder.pointsInFile())
    source.refuse(
        atLine(faults.firstBroken),
        faults.reason + "; more rows are broken (" + std::to_string(faults.broken) + ") than sound (" + std::to_string(builder.pointsInFile()) + ")",
        "say how to read it with --separator, --decimal-comma, --columns or --skip-lines, or export the file again");
  if (faults.broken > 0)
    builder.warn((faults.broken == 1 ? std::string("One row was") : std::to_string(faults.broken) + " rows were") + " left out, first line " +
                 std::to_string(faults.firstBroken) + ": " + faults.reason + ".");
  if (faults.shortened > 0)
    builder.warn((faults.shortened == 1 ? std::string("One row lacks") : std::to_string(faults.shortened) + " rows lack") +
                 " attributes, first line " + std::to_string(faults.firstShortened) + ".");
}

std::string columnName(const TextLayout& layout, size_t column) {
  return layout.names[column].empty() ? "column " + std::to_string(column + 1) : layout.names[column];
}

/// What a thread made of a piece of the file.
struct TextPiece {
  bool sound = false;  ///< else the rows are to be gone through one by one, knowing what came before
  RowPiece rows;
  Faults faults;  ///< in lines of the piece
  uint64_t lines = 0, end = 0;
};

/// Parses all lines of the text, piece by piece: threads make what they can without knowing what was before, the calling thread puts it together.
class TextRows {
 public:
  TextRows(const Source& source, const TextLayout& layout, const TextPieces& pieces, uint64_t linesBefore, const RowParser& parser,
           CloudBuilder& builder)
      : source_(source), layout_(layout), pieces_(pieces), linesBefore_(linesBefore), parser_(parser), builder_(builder) {}

  void read() {
    if (source_.streaming())
      for (size_t piece = 0; piece < pieces_.count(); ++piece) readAlone(piece);
    else readByAll();
    reportFaults(source_, faults_, builder_);
  }

 private:
  /// A thread's own.
  struct Parsing {
    RowParser parser;
    RowCollector rows;
    std::vector<char> buffer;
    std::vector<double> values;
  };

  /// Calls add() of `to` for every row, and skip() for broken ones. `pointsSoFar`: nothing where they are not known; then rows are not too many.
  template <class PointsSoFar, class To>
  uint64_t parse(std::string_view text, uint64_t linesBefore, Parsing& own, Faults& faults, const PointsSoFar& pointsSoFar, To& to) const {
    if (const size_t nul = text.find('\0'); nul != std::string_view::npos) refuseNul(source_, nul);  // Utf8Text says where the first one is
    TextLines lines(source_, text, pieces_.lineEnd(), linesBefore);
    while (lines.next()) {
      const std::string_view line = lines.line();
      if (isPassedOver(line, layout_.separator)) continue;
      RowKind kind = own.parser.parse(line, own.values.data());
      if (kind == RowKind::tooLarge) source_.refuse(atLine(lines.number()), "a number is too large", "correct the line or take it out");
      if (kind == RowKind::shortened && faults.shortened > pointsSoFar() / 2 + kShortenedAllowed) kind = RowKind::miscounted;
      if (kind == RowKind::miscounted || kind == RowKind::notNumber) {
        faults.addBroken(lines.number(), own.parser, kind);
        to.skip();
        continue;
      }
      if (kind == RowKind::shortened && faults.shortened++ == 0) faults.firstShortened = lines.number();
      to.add(own.values.data());
    }
    return lines.number() - linesBefore;
  }

  TextPiece parsePiece(size_t index, Parsing& own) const {
    const TextPieces::Piece piece = pieces_.load(index, own.buffer);
    TextPiece made{true, own.rows.take(), {}, 0, piece.begin + piece.lines.size()};
    try {
      constexpr auto kUnknown = [] { return UINT64_MAX; };
      made.lines = parse(piece.lines, 0, own, made.faults, kUnknown, own.rows);
      made.rows = own.rows.take();
    } catch (const Error&) {
      own.rows.drop();
      made.sound = false;
    }
    return made;
  }

  void readByAll() {
    std::vector<Parsing> own;
    for (int i = 0; i < builder_.threads().sizeFor(pieces_.count()); ++i) own.push_back(parsing());
    uint64_t position = 0;
    const auto make = [&](size_t piece, int thread) { return parsePiece(piece, own[size_t(thread)]); };
    const auto take = [&](size_t index, TextPiece&& piece) {
      position = piece.end;
      const bool mayBeTooMany =
          piece.faults.shortened > 0 && faults_.shortened + piece.faults.shortened > builder_.pointsInFile() / 2 + kShortenedAllowed;
      if (piece.sound && !mayBeTooMany) add(std::move(piece));
      else readAlone(index);
      return true;
    };
    builder_.threads().forEachInOrder(pieces_.count(), make, take, [&] { builder_.tick(position); });
  }

  void add(TextPiece&& piece) {
    faults_.add(piece.faults, linesBefore_);
    linesBefore_ += piece.lines;
    builder_.addPiece(std::move(piece.rows));
  }

  void readAlone(size_t index) {
    if (!alone_) alone_.emplace(parsing());
    const TextPieces::Piece piece = pieces_.load(index, alone_->buffer);
    builder_.tick(piece.begin);
    const auto pointsSoFar = [&] { return builder_.pointsInFile(); };
    linesBefore_ += parse(piece.lines, linesBefore_, *alone_, faults_, pointsSoFar, builder_);
  }

  Parsing parsing() const { return {parser_, builder_.collector(), {}, std::vector<double>(layout_.coordinates.size() + layout_.attributes.size())}; }

  const Source& source_;
  const TextLayout& layout_;
  const TextPieces& pieces_;
  uint64_t linesBefore_;
  const RowParser& parser_;
  CloudBuilder& builder_;
  Faults faults_;
  std::optional<Parsing> alone_;
};

/// From the first row on.
void readRows(const Source& source, const Utf8Text& utf8, const TextLayout& layout, const RowParser& parser, CloudBuilder& builder) {
  TextLines lines = utf8.lines();
  while (lines.number() + 1 < layout.firstLine && lines.next())
    if (lines.number() % kTickLines == 0) builder.tick(lines.position());
  TextRows(source, layout, utf8.piecesBehind(lines), lines.number(), parser, builder).read();
}

CloudFile readLines(const Source& source, const Utf8Text& utf8) {
  const TextLayout layout = findLayout(source, utf8.head());
  std::vector<size_t> columns = layout.coordinates;
  columns.insert(columns.end(), layout.attributes.begin(),
                 layout.attributes.begin() + std::ptrdiff_t(std::min(layout.attributes.size(), kMaxAttributes)));
  std::vector<std::string> attributes;
  for (size_t column : layout.attributes)
    attributes.push_back(column == layout.trackColumn ? source.options().trackColumn : columnName(layout, column));
  const RowParser parser(layout.columnCount, columns, layout.coordinates.size(), layout.separator, layout.decimalComma, layout.kinds);
  CloudBuilder builder(source, layout.coordinates.size(), attributes);
  for (const std::string& warning : layout.warnings) builder.warn(warning);
  if (layout.coordinates.size() > 1) builder.nameCoordinates(layout.names[layout.coordinates[0]], layout.names[layout.coordinates[1]]);
  readRows(source, utf8, layout, parser, builder);
  if (layout.declaredRows && *layout.declaredRows != builder.pointsInFile())
    builder.warn("The file declares " + std::to_string(*layout.declaredRows) + " points before line " + std::to_string(layout.firstLine) +
                 " but holds " + std::to_string(builder.pointsInFile()) + ".");
  return std::move(builder).finish("text, separated by " + std::string(separatorName(layout.separator)) +
                                   (layout.decimalComma ? ", decimal commas" : ""));
}

}  // namespace

CloudFile readText(const Source& source) {
  const Utf8Text utf8(source);
  return utf8.read([&] { return readLines(source, utf8); });
}

TextPreview previewText(const Source& source) {
  constexpr size_t kPreviewRows = 20;
  const Utf8Text utf8(source);
  const TextLayout layout = findLayout(source, utf8.head());
  TextPreview preview{layout.separator, layout.decimalComma, layout.firstLine, layout.names, layout.coordinates, layout.attributes, {}};
  std::vector<std::string_view> fields;
  for (TextLines lines(source, utf8.head()); preview.rows.size() < kPreviewRows && lines.next();) {
    if (lines.number() < layout.firstLine || isPassedOver(lines.line(), layout.separator)) continue;
    splitFields(lines.line(), layout.separator, fields);
    preview.rows.emplace_back(fields.begin(), fields.end());
  }
  return preview;
}

}  // namespace arete
