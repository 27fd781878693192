// Files written out in the tests, byte by byte.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace arete {

/// A file in memory: text, and numbers in either byte order.
class Bytes {
 public:
  Bytes() = default;
  explicit Bytes(std::string text) : bytes_(std::move(text)) {}
  Bytes& text(std::string_view text) {
    bytes_.append(text);
    return *this;
  }
  template <class T>
  Bytes& put(T value, std::endian order = std::endian::little) {
    std::array<char, sizeof(T)> raw;
    std::memcpy(raw.data(), &value, sizeof(T));
    if (order != std::endian::native) std::reverse(raw.begin(), raw.end());
    bytes_.append(raw.data(), raw.size());
    return *this;
  }
  Bytes& zeros(size_t count) {
    bytes_.append(count, '\0');
    return *this;
  }
  /// Overwrites what is there.
  template <class T>
  Bytes& at(size_t byte, T value) {
    std::memcpy(bytes_.data() + byte, &value, sizeof(T));
    return *this;
  }
  const std::string& string() const { return bytes_; }

 private:
  std::string bytes_;
};

using Doubles = std::vector<double>;

}  // namespace arete
