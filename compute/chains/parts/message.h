// What parts send each other: a header, then records, little endian as in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

#include "compute/core/error.h"

namespace arete::parts {

using Message = std::vector<std::byte>;

enum class MessageKind : uint32_t {
  sums = 1,    ///< {slot u32, count i32, d sums}: changes of the sums of a chosen point that is at home where they go
  moves = 2,   ///< {slot u32, flags u32, d coordinates, at an arrival distance f64, at a handover count u32, d sums}: new places of chosen points
  places = 3,  ///< {slot u32, d coordinates}: places of chosen points at home with the sender
  offers = 4,  ///< {key u64, d coordinates}: undecided points, keys ascending
  fates = 5,   ///< how many points are still open, u64, then {slot u32, goes u8}: chosen points whose fate is decided, slots ascending
  ends = 6,    ///< {slot u32, degree u32}: chosen points with at most one edge, slots ascending
  accepts =
      7,  ///< how many joins are still open, u64, then {slot u32, slot u32}: the first accepts a join to the second; twice the same: it takes no more
  edges = 8  ///< {slot u32, slot u32}, the first one lower
};

struct MessageHeader {
  uint32_t half = 0;  ///< of the run, for sums and moves
  MessageKind kind{};
  uint64_t count = 0;  ///< records
};
static_assert(sizeof(MessageHeader) == 16);

class MessageWriter {
 public:
  explicit MessageWriter(MessageKind kind) : header_{.kind = kind}, bytes_(sizeof(MessageHeader)) {}

  /// The next record begins.
  void record() { ++header_.count; }
  template <class T>
  void put(const T* values, size_t count) {
    static_assert(std::is_trivially_copyable_v<T>);
    const size_t at = bytes_.size();
    bytes_.resize(at + count * sizeof(T));
    std::memcpy(bytes_.data() + at, values, count * sizeof(T));
  }
  template <class T>
  void put(const T& value) {
    put(&value, 1);
  }
  uint64_t records() const { return header_.count; }
  /// The message; the writer then starts anew.
  Message take(uint32_t half) {
    header_.half = half;
    std::memcpy(bytes_.data(), &header_, sizeof(header_));
    Message message = std::move(bytes_);
    header_.count = 0;
    bytes_.assign(sizeof(MessageHeader), std::byte{});
    return message;
  }

 private:
  MessageHeader header_;
  Message bytes_;
};

/// Throws Error(internal) for a message of another kind, or one that ends too early.
class MessageReader {
 public:
  MessageReader(std::span<const std::byte> message, MessageKind kind) : left_(message) {
    get(&header_, 1);
    if (header_.kind != kind) refuse("it is of another kind");
  }

  const MessageHeader& header() const { return header_; }
  uint64_t count() const { return header_.count; }
  template <class T>
  void get(T* values, size_t count) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (left_.size() / sizeof(T) < count) refuse("it ends too early");
    std::memcpy(values, left_.data(), count * sizeof(T));
    left_ = left_.subspan(count * sizeof(T));
  }
  template <class T>
  T get() {
    T value;
    get(&value, 1);
    return value;
  }

 private:
  [[noreturn]] static void refuse(const char* why) {
    throw Error(ErrorKind::internal, "cannot read what another part sent", "a message", why, "please report this");
  }
  MessageHeader header_;
  std::span<const std::byte> left_;
};

}  // namespace arete::parts
