#include "compute/io/read/laz/arithmetic_decoder.h"

namespace arete::laz {

static constexpr uint64_t kWindow = 64 * 1024;

ArithmeticDecoder::ArithmeticDecoder(const ByteRange& bytes) : range_(bytes) {
  constexpr size_t kFirst = 4;
  if (bytes.left() < kFirst) throw Damage{"a compressed stream of " + std::to_string(bytes.left()) + " bytes is too short"};
  window_.resize(std::min(kWindow, bytes.left()) + kLookAhead);
  next_ = end_ = window_.data();
  next_ = refill(next_);
  for (size_t i = 0; i < kFirst; ++i) value_ = value_ << 8 | uint32_t(*next_++);
  // Every step keeps the value within its interval, on which models rely for their tables; so it must begin there.
  if (value_ >= length_) throw Damage{"its compressed bytes are damaged"};
  if (next_ > refillAt_) next_ = refill(next_);
}

/// Moves the unused bytes to the beginning of the window and appends more of the file, or zeros where it ends.
const std::byte* ArithmeticDecoder::refill(const std::byte* next) {
  if (next > end_) throw Damage{"its compressed bytes end before its points"};
  const size_t kept = size_t(end_ - next), more = size_t(std::min<uint64_t>(range_.left(), window_.size() - kLookAhead - kept));
  std::memmove(window_.data(), next, kept);
  range_.take(std::span(window_).subspan(kept, more));
  end_ = window_.data() + kept + more;
  std::fill_n(window_.begin() + ptrdiff_t(kept + more), kLookAhead, std::byte{});
  refillAt_ = range_.left() == 0 ? end_ : end_ - kLookAhead;
  return window_.data();
}

uint32_t ArithmeticDecoder::bits(int count) { return Decoding(*this).bits(count); }

uint64_t ArithmeticDecoder::bits64() {
  const uint64_t low = bits(32);
  return uint64_t(bits(32)) << 32 | low;
}

}  // namespace arete::laz
