// Copies between the program's memory and a GPU's through two halves of page-locked memory: while one half is being copied, threads fill or
// empty the other. The driver does the same with one thread for unlocked memory, and reaches a fifth of the bus's bandwidth.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "compute/core/thread_pool.h"
#include "compute/gpu/check.h"

namespace arete::cuda {

/// Belongs to the GPU that is current when it first copies. One caller at a time.
class Staging {
 public:
  static constexpr size_t kHalf_bytes = size_t(32) << 20;  ///< a sixteenth of it is a huge page

  /// `half_bytes`: at most; a quarter of a copy goes at once, so that small copies overlap too.
  explicit Staging(ThreadPool& threads, size_t half_bytes = kHalf_bytes);
  ~Staging();
  Staging(const Staging&) = delete;
  Staging& operator=(const Staging&) = delete;

  /// Returns when `from` has been read; later work on the stream finds the bytes on the GPU.
  void upload(void* to, const void* from, size_t bytes, cudaStream_t stream);
  /// The same for bytes that are made on the fly: fill(where, first, count) writes bytes first … first + count − 1; called from many
  /// threads, with `first` a multiple of `unit`.
  using Fill = std::function<void(std::byte* where, size_t first, size_t count)>;
  void uploadMade(void* to, size_t bytes, size_t unit, const Fill& fill, cudaStream_t stream);
  /// Returns when the bytes have arrived.
  void download(void* to, const void* from, size_t bytes, cudaStream_t stream);

 private:
  struct Half {
    std::byte* memory = nullptr;
    cudaEvent_t copied = nullptr;
  };
  bool worthwhile(size_t bytes) const;
  size_t prepare(size_t bytes);
  Half& next();
  void release();

  ThreadPool& threads_;
  const size_t most_bytes_;
  size_t half_bytes_ = 0;  // so far
  Half halves_[2];
  int turn_ = 0;
};

}  // namespace arete::cuda
