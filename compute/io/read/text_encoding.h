// Byte order marks, and UTF-16 as UTF-8.
#pragma once

#include <string>
#include <string_view>

#include "compute/io/read/source.h"

namespace arete {

/// A text file's content as UTF-8 without a byte order mark. Refuses what is no text: NUL bytes, broken UTF-16.
class Utf8Text {
 public:
  explicit Utf8Text(const Source& source);
  std::string_view text() const { return text_; }

 private:
  std::string converted_;
  std::string_view text_;
};

}  // namespace arete
