// A vector for lists as long as a cloud. New elements are not filled: the thread that writes them first takes the page faults, and
// with huge pages there are few. A std::vector of 100 million indices takes 0.1 s to fill with zeros that nobody reads.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace arete {

template <class T>
struct UnfilledAllocator {
  static_assert(std::is_trivially_copyable_v<T>);
  using value_type = T;

  UnfilledAllocator() = default;
  template <class U>
  UnfilledAllocator(const UnfilledAllocator<U>&) {}

  T* allocate(size_t count) {
    constexpr size_t kHugePage_bytes = size_t(1) << 21;
    const size_t bytes = count * sizeof(T);
    if (count > size_t(-1) / 2 / sizeof(T)) throw std::bad_array_new_length();
    const bool isLarge = bytes >= 2 * kHugePage_bytes;
    void* const memory =
        isLarge ? std::aligned_alloc(kHugePage_bytes, (bytes + kHugePage_bytes - 1) / kHugePage_bytes * kHugePage_bytes) : std::malloc(bytes);
    if (memory == nullptr && bytes > 0) throw std::bad_alloc();
    if (isLarge) madvise(memory, bytes, MADV_HUGEPAGE);  // where it is refused, pages are small
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, size_t) { std::free(memory); }

  /// Nothing, whatever default values a U has.
  template <class U>
  void construct(U*) {}
  template <class U, class... Arguments>
  void construct(U* at, Arguments&&... arguments) {
    ::new (static_cast<void*>(at)) U(std::forward<Arguments>(arguments)...);
  }
  friend bool operator==(const UnfilledAllocator&, const UnfilledAllocator&) { return true; }
};

/// resize() leaves new elements uninitialised.
template <class T>
using LargeVector = std::vector<T, UnfilledAllocator<T>>;

/// Numbers of points of a cloud.
using PointList = LargeVector<uint32_t>;

}  // namespace arete
