// CUB's functions are called twice: the first call tells how much scratch memory the second needs.
#pragma once

#include "compute/gpu/buffer.h"

namespace arete::cuda {

/// Runs `call(scratch, bytes)` both times.
template <class Call>
void withScratch(cudaStream_t stream, const Call& call) {
  size_t bytes = 0;
  CUDA_CHECK(call(nullptr, bytes));
  const Buffer<std::byte> scratch(bytes, stream);
  CUDA_CHECK(call(scratch.data(), bytes));
}

}  // namespace arete::cuda
