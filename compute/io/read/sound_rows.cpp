#include "compute/io/read/sound_rows.h"

#include "compute/io/read/text_pieces.h"

namespace arete {

namespace {

/// What a thread made of a piece whose rows lie one a line.
struct SoundPiece {
  bool sound = false;
  RowPiece rows;
  uint64_t end = 0, lines = 0;
  uint64_t firstExtra = 0;  ///< line of the first row that has more values than it should, from 1; 0: none
};

}  // namespace

SoundRows addSoundRows(const Source& source, CloudBuilder& builder, TextLines& lines, uint64_t textBegin, uint64_t most,
                       const std::function<ParseRows()>& parserForThread) {
  struct Own {
    std::vector<char> buffer;
    RowCollector collector;
    ParseRows parse;
  };
  SoundRows done;
  if (source.streaming()) return done;
  const TextPieces pieces(source, lines, textBegin);
  std::vector<Own> own;
  for (int i = 0; i < builder.threads().sizeFor(pieces.count()); ++i) own.push_back({{}, builder.collector(), parserForThread()});
  uint64_t position = lines.position(), number = lines.number();
  const auto make = [&](size_t index, int thread) {
    auto& [buffer, collector, parse] = own[size_t(thread)];
    const TextPieces::Piece piece = pieces.load(index, buffer);
    TextLines inPiece(source, piece.lines, pieces.lineEnd());
    try {
      const uint64_t firstExtra = parse(inPiece, collector);
      return SoundPiece{true, collector.take(), piece.begin + piece.lines.size(), inPiece.number(), firstExtra};
    } catch (const Error&) {  // the reader will say what is wrong, where it comes to it
      collector.drop();
      return SoundPiece{false, RowPiece(collector.dimension(), 1)};
    }
  };
  const auto take = [&](size_t, SoundPiece&& piece) {
    if (!piece.sound || piece.rows.pointsInFile > most - done.rows) return false;
    done.rows += piece.rows.pointsInFile;
    if (done.firstExtra == 0 && piece.firstExtra > 0) done.firstExtra = number + piece.firstExtra;
    position = piece.end;
    number += piece.lines;
    builder.addPiece(std::move(piece.rows));
    return done.rows < most;
  };
  builder.threads().forEachInOrder(pieces.count(), make, take, [&] { builder.tick(textBegin + position); });
  lines.seek(position, number);
  return done;
}

}  // namespace arete
