// Device memory that frees itself. Allocations come from the device's stream-ordered pool, or from what the stream keeps, so they cost little after
// the first time.
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "compute/gpu/check.h"
#include "compute/gpu/watch.h"

namespace arete::cuda {

template <class T>
class Buffer {
 public:
  Buffer() = default;
  Buffer(size_t size, cudaStream_t stream) : size_(size), stream_(stream) {
    if (size > 0) data_ = static_cast<T*>(allocate(size * sizeof(T), stream));
  }
  ~Buffer() {
    if (data_ != nullptr) release(data_, size_ * sizeof(T), stream_);
  }
  Buffer(Buffer&& other) noexcept { swap(other); }
  Buffer& operator=(Buffer&& other) noexcept {
    Buffer(std::move(other)).swap(*this);
    return *this;
  }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  T* data() const { return data_; }
  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

  /// Makes room for at least `size` elements; the old contents are lost when it must grow.
  void reserve(size_t size, cudaStream_t stream) {
    if (size > size_) *this = Buffer(size, stream);
  }
  void clear() const {
    if (size_ > 0) CUDA_CHECK(cudaMemsetAsync(data_, 0, size_ * sizeof(T), stream_));
  }
  void upload(std::span<const T> from) const {
    if (!from.empty()) CUDA_CHECK(cudaMemcpyAsync(data_, from.data(), from.size_bytes(), cudaMemcpyHostToDevice, stream_));
  }
  /// Waits for the stream.
  void download(std::span<T> to) const { copyToHost(to.data(), data_, to.size_bytes(), stream_); }
  std::vector<T> download(size_t count) const {
    std::vector<T> values(count);
    download(std::span<T>(values));
    return values;
  }

 private:
  void swap(Buffer& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(stream_, other.stream_);
  }
  T* data_ = nullptr;
  size_t size_ = 0;
  cudaStream_t stream_ = nullptr;
};

}  // namespace arete::cuda
