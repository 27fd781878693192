// Memory in pages of its own, so that what is not needed any more is given back at once: what malloc() keeps would count beside the cloud.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>

namespace arete {

class Pages {
 public:
  static constexpr size_t kHugeBytes = size_t(1) << 21;  ///< of a huge page

  Pages() = default;
  /// Huge pages where they fit and the system gives them; the last one may remain a quarter empty.
  explicit Pages(size_t bytes) : size_(bytes) {
    const size_t whole = (bytes + kHugeBytes - 1) / kHugeBytes * kHugeBytes;
    const bool huge = bytes >= kHugeBytes / 4 * 3;
    if (huge && whole - bytes <= bytes / 4) size_ = whole;
    const size_t asked = huge ? size_ + kHugeBytes : bytes;
    void* const memory = ::mmap(nullptr, asked, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    bytes_ = static_cast<std::byte*>(memory);
    if (!huge) return;
    const size_t before = -reinterpret_cast<uintptr_t>(memory) % kHugeBytes;
    const size_t kept = (size_ + kPageBytes - 1) / kPageBytes * kPageBytes;
    if (before > 0) ::munmap(bytes_, before);
    bytes_ += before;
    ::munmap(bytes_ + kept, asked - before - kept);
    ::madvise(bytes_, size_, MADV_HUGEPAGE);
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
  static constexpr size_t kPageBytes = 4096;

  std::byte* bytes_ = nullptr;
  size_t size_ = 0;
};

}  // namespace arete
