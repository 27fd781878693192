// Memory that is not filled on allocation: the threads that write it first also take its page faults, side by side.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>

namespace arete::cpu {

template <class T>
class Buffer {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Buffer() = default;
  explicit Buffer(size_t size) : values_(std::make_unique_for_overwrite<T[]>(size)), size_(size) {}

  size_t size() const { return size_; }
  T* data() { return values_.get(); }
  const T* data() const { return values_.get(); }
  T& operator[](size_t i) { return values_[i]; }
  const T& operator[](size_t i) const { return values_[i]; }
  std::span<const T> span() const { return {values_.get(), size_}; }

 private:
  std::unique_ptr<T[]> values_;
  size_t size_ = 0;
};

}  // namespace arete::cpu
