#include "compute/io/read/source.h"

#include <algorithm>

#include "compute/core/error.h"
#include "compute/text/printable.h"

namespace arete {

static constexpr std::string_view kWhat = "cannot read this file";

std::string quoted(std::string_view text) {
  constexpr size_t kShown = 40;
  size_t end = std::min(text.size(), kShown);
  while (end > 0 && end < text.size() && (uint8_t(text[end]) & 0xc0) == 0x80) --end;  // not within a character of UTF-8
  return "'" + printable(text.substr(0, end)) + (end < text.size() ? "…'" : "'");
}

std::string Source::extension() const {
  std::string extension = std::filesystem::path(name_).extension().string();
  if (!extension.empty()) extension.erase(0, 1);
  std::ranges::transform(extension, extension.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; });
  return extension;
}

Error cannotRead(std::string_view name, std::string_view place, std::string_view reason, std::string_view hint) {
  std::string where(name);
  if (!place.empty()) where.append(", ").append(place);
  return {ErrorKind::badInput, kWhat, where, reason, hint};
}

void Source::refuse(std::string_view place, std::string_view reason, std::string_view hint) const { throw cannotRead(name_, place, reason, hint); }

void Source::refuseOption(std::string_view reason, std::string_view hint) const { throw Error(ErrorKind::wrongUse, kWhat, name_, reason, hint); }

void Source::refuseLevels() const {
  refuseOption("it is no COPC file, so it has no coarse levels to stop at", "leave --max-points out, or convert it to COPC");
}

void Source::needWhole() const {
  if (streaming_ == nullptr || streaming_->wholeIsKnown) throw NeedsWhole{};
  refuse("", "a file of this kind is read whole, not piece by piece, and this one is not read whole here",
         "convert it to LAS, LAZ, binary PLY, binary PCD, NPY or raw rows");
}

std::vector<std::byte> Source::bytesAt(uint64_t position, uint64_t count) const {
  if (file_ == nullptr || streaming_ != nullptr) {
    const auto begin = bytes().begin() + ptrdiff_t(position);
    return {begin, begin + ptrdiff_t(count)};
  }
  std::vector<std::byte> copy(count);
  file_->read(position, copy);
  return copy;
}

void Source::tick(uint64_t bytesDone, uint64_t points) const {
  if (stop_.stop_requested()) throw Cancelled{};
  if (progress_) progress_({loadedBefore_ ? (size() + bytesDone) / 2 : bytesDone, size(), points});
}

}  // namespace arete
