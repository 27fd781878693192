// Device memory that a stream keeps for its later buffers. A small network takes hundreds of them: from the driver's pool, and given back, they are a
// twentieth of its time, and lanes that make many networks side by side wait for each other. Blocks of a power of two, by size; work on a stream is
// done in order, so that what was freed on it can be used on it again without waiting. Memory: at most twice what the stream's buffers of up to 8 MB
// took at once, size by size. With ARETE_KEEP_NO_BLOCKS in the environment nothing is kept, so that tools that check memory see each buffer.
#pragma once

#include <cstddef>

#include "compute/gpu/check.h"

namespace arete::cuda {

/// From now on, unless the environment says otherwise. All of these may be called on any thread.
void keepBlocksOf(cudaStream_t stream);
/// Gives back to the pool what the stream has kept, and keeps no more. The stream may be one that kept nothing.
void forgetBlocksOf(cudaStream_t stream) noexcept;
/// Gives back what all streams have kept; they go on keeping.
void releaseKeptBlocks() noexcept;

/// A kept block of at least `bytes`, or none. Where the stream keeps blocks of that size, `bytes` becomes that of a block: what is to be allocated.
void* takeKeptBlock(size_t& bytes, cudaStream_t stream);
/// Whether the stream keeps this block of a buffer of `bytes`. Otherwise it is to be freed.
bool keepBlock(void* block, size_t bytes, cudaStream_t stream) noexcept;

}  // namespace arete::cuda
