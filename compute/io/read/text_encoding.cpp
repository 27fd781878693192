#include "compute/io/read/text_encoding.h"

#include <algorithm>
#include <vector>

#include "compute/text/printable.h"

namespace arete {

static void appendUtf8(std::string& out, uint32_t code) {
  if (code < 0x80) {
    out += char(code);
  } else if (code < 0x800) {
    out += char(0xC0 | code >> 6);
    out += char(0x80 | (code & 63));
  } else if (code < 0x10000) {
    out += char(0xE0 | code >> 12);
    out += char(0x80 | (code >> 6 & 63));
    out += char(0x80 | (code & 63));
  } else {
    out += char(0xF0 | code >> 18);
    out += char(0x80 | (code >> 12 & 63));
    out += char(0x80 | (code >> 6 & 63));
    out += char(0x80 | (code & 63));
  }
}

/// Lone surrogates become U+FFFD: they can only occur in names, and numbers beside them can still be read.
static std::string fromUtf16(std::string_view bytes, bool bigEndian) {
  constexpr uint32_t kReplacement = 0xFFFD;
  const auto unit = [&](size_t i) {
    return uint32_t(uint8_t(bytes[2 * i + (bigEndian ? 0 : 1)])) << 8 | uint8_t(bytes[2 * i + (bigEndian ? 1 : 0)]);
  };
  const size_t units = bytes.size() / 2;
  std::string out;
  out.reserve(units);
  for (size_t i = 0; i < units; ++i) {
    uint32_t code = unit(i);
    const bool high = code >= 0xD800 && code < 0xDC00, low = code >= 0xDC00 && code < 0xE000;
    if (high && i + 1 < units && unit(i + 1) >= 0xDC00 && unit(i + 1) < 0xE000) code = 0x10000 + ((code & 0x3FF) << 10) + (unit(++i) & 0x3FF);
    else if (high || low) code = kReplacement;
    appendUtf8(out, code);
  }
  return out;
}

std::string utf8Name(std::string_view name) {
  if (printable(name) == name) return std::string(name);
  std::string out;
  for (const char byte : name) appendUtf8(out, uint8_t(byte));
  return out;
}

Utf8Text::Utf8Text(const Source& source) : source_(source), text_(source.headText()) {
  if (source.streaming()) text_ = source.text();
  const bool bigEndian = text_.starts_with("\xFE\xFF"), littleEndian = text_.starts_with("\xFF\xFE");
  if (bigEndian || littleEndian) {
    converted_ = fromUtf16(source.text().substr(2), bigEndian);
    text_ = converted_;
  } else if (text_.starts_with("\xEF\xBB\xBF")) {
    begin_ = 3;
    text_.remove_prefix(begin_);
  }
  if (const size_t nul = text_.find('\0'); nul != std::string_view::npos) refuseNul(source, nul);
}

TextLines Utf8Text::lines() const {
  if (!converted_.empty() || source_.file() == nullptr) return {source_, text_};
  return {source_, begin_, Nul::refused};
}

TextPieces Utf8Text::piecesBehind(const TextLines& lines) const {
  if (!converted_.empty() || source_.file() == nullptr) return {source_, lines, text_};
  return {source_, lines, begin_};
}

void Utf8Text::findNul() const {
  if (!converted_.empty() || source_.file() == nullptr) return;  // UTF-16 is full of them
  std::vector<std::byte> piece(256 * 1024);
  for (uint64_t at = begin_; at < source_.size(); at += piece.size()) {
    piece.resize(std::min<uint64_t>(piece.size(), source_.size() - at));
    source_.file()->read(at, piece);
    if (const auto nul = std::ranges::find(piece, std::byte(0)); nul != piece.end()) refuseNul(source_, at - begin_ + uint64_t(nul - piece.begin()));
  }
}

}  // namespace arete
