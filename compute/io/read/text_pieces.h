// A text cut into pieces of whole lines, for threads to parse in any order.
#pragma once

#include <string_view>
#include <vector>

#include "compute/io/read/lines.h"

namespace arete {

class TextPieces {
 public:
  struct Piece {
    std::string_view lines;  ///< complete ones; the last may lack its line end
    uint64_t begin = 0;      ///< where the first one begins, from where the text begins
  };

  /// What follows the last line that `lines` gave. `text`: the text that they are of, where it is in memory; else it lies in the file from byte
  /// `textBegin` on.
  TextPieces(const Source& source, const TextLines& lines, std::string_view text);
  TextPieces(const Source& source, const TextLines& lines, uint64_t textBegin);

  size_t count() const { return size_t((end_ - begin_ + kPieceBytes - 1) / kPieceBytes); }
  char lineEnd() const { return lineEnd_; }
  /// `buffer` holds the bytes that are read from the file. A line that is too long may be cut.
  Piece load(size_t piece, std::vector<char>& buffer) const;

 private:
  static constexpr uint64_t kPieceBytes = 512 * 1024;  // more than the longest line
  static_assert(kPieceBytes > 4 * kMaxLineLength);
  std::string_view bytes(uint64_t begin, uint64_t end, std::vector<char>& buffer) const;

  const Source& source_;
  std::string_view text_;   // all of it, where it is in memory
  uint64_t textBegin_ = 0;  // else in the file
  uint64_t begin_, end_;    // from where the text begins
  char lineEnd_;
};

}  // namespace arete
