// Lines of a text, whatever ends them: LF, CR LF, or CR alone.
#pragma once

#include "compute/io/read/source.h"

namespace arete {

class Lines {
 public:
  /// `text` need not be the Source's own content (it may be converted from UTF-16); the Source names the file in errors.
  Lines(const Source& source, std::string_view text) : source_(source), text_(text), end_(lineEnd(text)) {}
  Lines(const Source&, std::string&&) = delete;

  /// Goes to the next line, or returns false at the end. Refuses a line over kMaxLineLength.
  bool next() {
    if (position_ >= text_.size()) return false;
    begin_ = position_;
    const size_t found = std::min(text_.find(end_, begin_), text_.size());
    line_ = text_.substr(begin_, found - begin_);
    if (end_ == '\n' && line_.ends_with('\r')) line_.remove_suffix(1);
    position_ = std::min(found + 1, text_.size());
    ++number_;
    if (line_.size() > kMaxLineLength)
      source_.refuse(atLine(number_), "the line is longer than " + std::to_string(kMaxLineLength) + " bytes", "is this a text file of points?");
    return true;
  }
  std::string_view line() const { return line_; }
  uint64_t number() const { return number_; }    ///< of the line, from 1
  size_t begin() const { return begin_; }        ///< byte at which the line begins
  size_t position() const { return position_; }  ///< byte after the line and its end
  size_t remaining() const { return text_.size() - position_; }

 private:
  static char lineEnd(std::string_view text) {
    const size_t cr = text.substr(0, kMaxLineLength).find('\r');
    if (cr == std::string_view::npos) return '\n';
    const bool alone = text.find('\n') > cr + 1 && cr + 1 < text.size();
    return alone ? '\r' : '\n';
  }

  const Source& source_;
  std::string_view text_, line_;
  char end_;
  size_t begin_ = 0, position_ = 0;
  uint64_t number_ = 0;
};

}  // namespace arete
