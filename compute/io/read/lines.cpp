#include "compute/io/read/lines.h"

namespace arete {

void refuseNul(const Source& source, uint64_t byte) {
  source.refuse(atByte(byte), "there is a NUL byte, so this is not a text file of points",
                "if it is raw numbers, name it .f32 or .f64; if it is UTF-16, save it as UTF-8");
}

TextLines::TextLines(const Source& source, uint64_t begin, Nul nul) : source_(source), nul_(nul) {
  if (source.file() == nullptr || source.streaming() != nullptr) {
    text_ = source.text().substr(begin);
  } else {
    next_ = textBegin_ = begin;
    size_ = source.size();
    loadMore();
  }
  end_ = lineEnd(text_);
}

void TextLines::seek(uint64_t position, uint64_t number) {
  number_ = number;
  if (size_ == 0) {  // all of it is in memory
    position_ = size_t(position);
    return;
  }
  text_ = {};
  next_ = textBegin_ + position;
  passed_ = position;
  position_ = 0;
}

bool TextLines::loadMore() {
  if (cut_) source_.needWhole();
  if (next_ >= size_) return false;
  const size_t left = text_.size() - position_, more = size_t(std::min<uint64_t>(kPieceBytes, size_ - next_));
  if (buffer_.size() < left + more) {
    std::vector<char> larger(left + more);
    if (left > 0) std::memcpy(larger.data(), text_.data() + position_, left);
    buffer_ = std::move(larger);
  } else if (left > 0) {
    std::memmove(buffer_.data(), text_.data() + position_, left);
  }
  source_.file()->read(next_, std::as_writable_bytes(std::span(buffer_).subspan(left, more)));
  next_ += more;
  passed_ += position_;
  position_ = 0;
  text_ = {buffer_.data(), left + more};
  const size_t zero = nul_ == Nul::refused ? text_.find('\0', left) : std::string_view::npos;
  if (zero != std::string_view::npos) refuseNul(source_, passed_ + zero);
  return true;
}

}  // namespace arete
