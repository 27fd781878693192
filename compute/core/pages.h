// Memory in pages of its own, so that what is not needed any more is given back at once: what malloc() keeps would count beside the cloud.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <new>
#include <utility>

namespace arete {

class Pages {
 public:
  Pages() = default;
  explicit Pages(size_t bytes) : size_(bytes) {
    void* const memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    bytes_ = static_cast<std::byte*>(memory);
  }
  Pages(Pages&& other) noexcept : bytes_(std::exchange(other.bytes_, nullptr)), size_(other.size_) {}
  Pages& operator=(Pages&& other) noexcept {
    std::swap(bytes_, other.bytes_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~Pages() {
    if (bytes_ != nullptr) ::munmap(bytes_, size_);
  }

  /// Null: there are none.
  std::byte* bytes() const { return bytes_; }

 private:
  std::byte* bytes_ = nullptr;
  size_t size_ = 0;
};

}  // namespace arete
