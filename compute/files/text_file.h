// Writes numbers and text into an AtomicFile. Reading the numbers again gives the same bits, in any locale.
#pragma once

#include <charconv>
#include <concepts>
#include <string_view>

#include "compute/files/atomic_file.h"

namespace arete {

/// Calls `use` with the shortest text that reads back as `value`: 0.1, -3, 1e+300.
template <class T, class F>
void withNumberText(T value, F&& use) {
  constexpr size_t kLongest = 32;  // a double takes at most 24 characters, a 64-bit integer 20
  char text[kLongest];
  use(std::string_view(text, size_t(std::to_chars(text, text + kLongest, value).ptr - text)));
}

class TextFile : public AtomicFile {
 public:
  using AtomicFile::AtomicFile;

  /// Writes each: text as it is, numbers in the shortest exact form.
  template <class... Parts>
  void put(const Parts&... parts) {
    (putOne(parts), ...);
  }

 private:
  void putOne(std::string_view text) { write(text); }
  void putOne(char c) { write(std::string_view(&c, 1)); }
  template <class T>
  requires(std::integral<T> || std::floating_point<T>) void putOne(T value) {
    withNumberText(value, [this](std::string_view text) { write(text); });
  }
};

}  // namespace arete
