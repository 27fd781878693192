#include "compute/io/read/laz/arithmetic_decoder.h"

namespace arete::laz {

static constexpr uint64_t kWindow = 64 * 1024;

ArithmeticDecoder::ArithmeticDecoder(const ByteRange& bytes) : range_(bytes) {
  if (bytes.left() < kLookAhead) throw Damage{"a compressed stream of " + std::to_string(bytes.left()) + " bytes is too short"};
  window_.resize(std::min(kWindow, bytes.left()) + kLookAhead);
  next_ = end_ = window_.data();
  refill();
  narrow(0, 1);                               // takes three bytes
  value_ = value_ << 8 | uint32_t(*next_++);  // and the fourth
  length_ = UINT32_MAX;
  if (next_ > refillAt_) refill();
}

/// Moves the unused bytes to the beginning of the window and appends more of the file, or zeros where it ends.
void ArithmeticDecoder::refill() {
  if (next_ > end_) throw Damage{"its compressed bytes end before its points"};
  const size_t kept = size_t(end_ - next_), more = size_t(std::min<uint64_t>(range_.left(), window_.size() - kLookAhead - kept));
  std::memmove(window_.data(), next_, kept);
  range_.take(std::span(window_).subspan(kept, more));
  next_ = window_.data();
  end_ = next_ + kept + more;
  std::fill_n(window_.begin() + ptrdiff_t(kept + more), kLookAhead, std::byte{});
  refillAt_ = range_.left() == 0 ? end_ : end_ - kLookAhead;
}

uint32_t ArithmeticDecoder::bitsAtOnce(int count) {
  const uint32_t unit = length_ >> count, value = value_ / unit;
  if (value >= 1U << count) throw Damage{"its compressed bytes are damaged"};
  narrow(value * unit, unit);
  return value;
}

uint32_t ArithmeticDecoder::bits(int count) {
  constexpr int kMostAtOnce = 19, kHalf = 16;
  if (count <= kMostAtOnce) return bitsAtOnce(count);
  const uint32_t low = bitsAtOnce(kHalf);
  return bitsAtOnce(count - kHalf) << kHalf | low;
}

uint64_t ArithmeticDecoder::bits64() {
  const uint64_t low = bits(32);
  return uint64_t(bits(32)) << 32 | low;
}

}  // namespace arete::laz
