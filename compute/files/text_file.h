// Writes numbers and text into an AtomicFile. Reading the numbers again gives the same bits, in any locale.
#pragma once

#include <concepts>
#include <string_view>

#include "compute/core/number_text.h"
#include "compute/files/atomic_file.h"

namespace arete {

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
