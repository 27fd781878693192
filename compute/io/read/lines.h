// Lines of a text, ended by LF, CR LF, or CR alone.
#pragma once

#include <cstring>
#include <vector>

#include "compute/io/read/source.h"

namespace arete {

/// Whether NUL bytes are refused: they occur in files that are no text.
enum class Nul : uint8_t { allowed, refused };
[[noreturn]] void refuseNul(const Source& source, uint64_t byte);

class TextLines {
 public:
  /// `text` need not be the Source's own content (it may be converted from UTF-16); the Source names the file in errors. Where it is the head of a
  /// longer file, Source::needWhole() is called at its end.
  TextLines(const Source& source, std::string_view text)
      : source_(source), text_(text), end_(lineEnd(text)), cut_(source.file() && source.size() > source.head().size() && isHeadsEnd(source, text)) {}
  TextLines(const Source&, std::string&&) = delete;
  /// The lines of the file from byte `begin` on, without having it in memory: a line is valid only until the next one.
  TextLines(const Source& source, uint64_t begin, Nul nul = Nul::allowed);
  /// The lines of a part of the text, whose line ends are known already.
  TextLines(const Source& source, std::string_view part, char end, uint64_t linesBefore = 0)
      : source_(source), text_(part), end_(end), number_(linesBefore) {}
  TextLines(TextLines&&) = default;

  /// Goes to the next line, or returns false at the end. Refuses a line over kMaxLineLength.
  bool next() {
    if (position_ >= text_.size() && !loadMore()) return false;
    size_t found = text_.find(end_, position_);
    while (found == std::string_view::npos && text_.size() - position_ <= kMaxLineLength + 1 && loadMore()) found = text_.find(end_, position_);
    found = std::min(found, text_.size());
    begin_ = position_;
    line_ = text_.substr(begin_, found - begin_);
    if (end_ == '\n' && line_.ends_with('\r')) line_.remove_suffix(1);
    position_ = std::min(found + 1, text_.size());
    ++number_;
    if (line_.size() > kMaxLineLength)
      source_.refuse(atLine(number_), "the line is longer than " + std::to_string(kMaxLineLength) + " bytes", "is this a text file of points?");
    return true;
  }
  std::string_view line() const { return line_; }
  uint64_t number() const { return number_; }                ///< of the line, from 1
  uint64_t position() const { return passed_ + position_; }  ///< byte after the line and its end, from where the text begins
  char end() const { return end_; }                          ///< of a line
  /// Goes to where line `number` ends, which is at `position`.
  void seek(uint64_t position, uint64_t number);

 private:
  static constexpr size_t kPieceBytes = 256 * 1024;

  static char lineEnd(std::string_view text) {
    const size_t cr = text.substr(0, kMaxLineLength).find('\r');
    if (cr == std::string_view::npos) return '\n';
    const bool alone = text.find('\n') > cr + 1 && cr + 1 < text.size();
    return alone ? '\r' : '\n';
  }
  static bool isHeadsEnd(const Source& source, std::string_view text) {
    return text.data() + text.size() == source.headText().data() + source.head().size();
  }
  /// Moves the rest of the piece to its front and appends more of the file. False at the end.
  bool loadMore();

  const Source& source_;
  std::string_view text_, line_;
  char end_ = '\n';
  bool cut_ = false;
  Nul nul_ = Nul::allowed;
  size_t begin_ = 0, position_ = 0;
  uint64_t number_ = 0;
  uint64_t passed_ = 0;           // bytes of the text before text_
  uint64_t textBegin_ = 0;        // in the file
  uint64_t next_ = 0, size_ = 0;  // bytes of the file that are still to come
  std::vector<char> buffer_;
};

}  // namespace arete
