// A GL buffer for results of CUDA. Registered with CUDA once and mapped only for a copy from device to device (mapping and
// unmapping cost 0.33 ms together on an H200, so: once a frame). Where GL and CUDA are not on one GPU, or registering is refused, the
// same calls copy through the host, and whyNotShared() says so.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

struct CUstream_st;

namespace arete {

class SharedBuffer {
 public:
  /// `gpu` computes. The GL context must be current, here and in every call. `mayShare` = false asks for the way through the host.
  SharedBuffer(std::string_view label, int gpu, bool mayShare = true);
  ~SharedBuffer();
  SharedBuffer(const SharedBuffer&) = delete;
  SharedBuffer& operator=(const SharedBuffer&) = delete;

  /// Fills the buffer, which takes on this size, with `bytes` from device memory once the work queued in `stream` is done.
  void fill(const void* deviceData, size_t bytes, CUstream_st* stream);
  unsigned name() const;  ///< GL's; changes when the size does
  /// "" when the copy stays on the GPU.
  const std::string& whyNotShared() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace arete
