// Memory that is not filled on allocation: the threads that write it first also take its page faults, side by side.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
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

/// Memory that reads as zeros. The system hands out large pieces page by page, so what nobody touches costs nothing.
template <class T>
class ZeroedBuffer {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  ZeroedBuffer() = default;
  explicit ZeroedBuffer(size_t size) : values_(static_cast<T*>(std::calloc(size, sizeof(T)))), size_(size) {
    if (size > 0 && values_ == nullptr) throw std::bad_alloc();
  }

  size_t size() const { return size_; }
  T& operator[](size_t i) { return values_.get()[i]; }
  const T& operator[](size_t i) const { return values_.get()[i]; }

 private:
  struct Free {
    void operator()(T* values) const { std::free(values); }
  };
  std::unique_ptr<T, Free> values_;
  size_t size_ = 0;
};

}  // namespace arete::cpu
