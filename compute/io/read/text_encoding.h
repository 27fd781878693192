// Byte order marks, and UTF-16 as UTF-8.
#pragma once

#include <string>
#include <string_view>

#include "compute/core/error.h"
#include "compute/io/read/lines.h"
#include "compute/io/read/text_pieces.h"

namespace arete {

/// A name as UTF-8: one whose bytes are none is taken as Latin-1, as older programs of western Europe write.
std::string utf8Name(std::string_view name);

/// A text file's content as UTF-8 without a byte order mark. Refuses what is no text: NUL bytes, broken UTF-16.
class Utf8Text {
 public:
  explicit Utf8Text(const Source& source);
  /// All of it, or the head if the file is longer.
  std::string_view head() const { return text_; }
  /// All of it, piece by piece if the file is longer than its head.
  TextLines lines() const;
  /// What follows the last line that these gave.
  TextPieces piecesBehind(const TextLines& lines) const;
  /// The result of `read`. If it throws an Error and the file contains a NUL byte, the error is about that byte instead.
  template <class F>
  auto read(F&& read) const {
    try {
      return read();
    } catch (const Error&) {
      findNul();
      throw;
    }
  }

 private:
  void findNul() const;

  const Source& source_;
  std::string converted_;
  std::string_view text_;
  size_t begin_ = 0;  // in the file, where it was not converted
};

}  // namespace arete
