#include "compute/io/read/text_pieces.h"

#include <algorithm>

namespace arete {

TextPieces::TextPieces(const Source& source, const TextLines& lines, std::string_view text)
    : source_(source), text_(text), begin_(lines.position()), end_(text.size()), lineEnd_(lines.end()) {}

TextPieces::TextPieces(const Source& source, const TextLines& lines, uint64_t textBegin)
    : source_(source), textBegin_(textBegin), begin_(lines.position()), end_(source.size() - textBegin), lineEnd_(lines.end()) {
  if (source.file() == nullptr || source.streaming() != nullptr) text_ = source.text().substr(textBegin);
}

std::string_view TextPieces::bytes(uint64_t begin, uint64_t end, std::vector<char>& buffer) const {
  if (text_.data() != nullptr) return text_.substr(begin, end - begin);
  if (buffer.size() < end - begin) buffer.resize(end - begin);
  source_.file()->read(textBegin_ + begin, std::as_writable_bytes(std::span(buffer).first(end - begin)));
  return {buffer.data(), end - begin};
}

/// A line belongs to the piece that it begins in. So the last line of a piece reaches into the next one, whose first line begins behind it.
TextPieces::Piece TextPieces::load(size_t piece, std::vector<char>& buffer) const {
  const uint64_t first = begin_ + piece * kPieceBytes, last = std::min(end_, first + kPieceBytes);
  const uint64_t from = first > begin_ ? first - 1 : first;  // a line begins behind the end of another one
  for (uint64_t behind = 4096;; behind = kMaxLineLength + 2) {
    const uint64_t to = std::min(end_, last + behind);
    const std::string_view all = bytes(from, to, buffer);
    size_t begin = 0, end = all.size();
    if (first > begin_) {
      const size_t found = all.find(lineEnd_);
      begin = found == std::string_view::npos ? all.size() : found + 1;
    }
    if (from + begin >= last) return {{}, from + begin};  // all of it is the end of a line
    if (last < end_) {
      const size_t found = all.find(lineEnd_, last - 1 - from);
      if (found == std::string_view::npos && to < end_ && behind <= kMaxLineLength) continue;
      end = found == std::string_view::npos ? all.size() : found + 1;
    }
    return {all.substr(begin, end - begin), from + begin};
  }
}

}  // namespace arete
