// Byte order marks, and UTF-16 as UTF-8.
#pragma once

#include <string>
#include <string_view>

#include "compute/core/error.h"
#include "compute/io/read/lines.h"

namespace arete {

/// A text file's content as UTF-8 without a byte order mark. Refuses what is no text: NUL bytes, broken UTF-16.
class Utf8Text {
 public:
  explicit Utf8Text(const Source& source);
  /// All of it, or the head where the file is longer.
  std::string_view head() const { return text_; }
  /// All of it, piece by piece where the file is longer than its head.
  TextLines lines() const;
  /// What `read` gives. Where it throws an Error and there is a NUL byte anywhere, that is what is wrong with the file.
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
