// Errors of the CUDA runtime as arete::Error, with code, call and place. Out of memory leaves the device usable and is told apart.
#pragma once

#include <cuda_runtime.h>

namespace arete::cuda {

/// Throws for anything but cudaSuccess. Out of memory: Error(outOfMemory) after the runtime's last error was cleared.
/// An error that makes every later call fail too: Error(deviceLost).
void check(cudaError_t code, const char* call, const char* file, int line);

/// Memory from what `stream` has kept (kept_blocks.h), or from its pool; if that fails even after the pool gave back its unused memory:
/// Error(outOfMemory) with needed and free.
void* allocate(size_t bytes, cudaStream_t stream);
/// Gives memory of allocate() back to its pool, or where there is none, to the driver; nothing once the GPU is lost.
void giveBack(void* data, cudaStream_t stream) noexcept;
/// Gives back what allocate() gave for `bytes`, to what the stream keeps or by giveBack().
void release(void* data, size_t bytes, cudaStream_t stream) noexcept;

}  // namespace arete::cuda

#define CUDA_CHECK(call) ::arete::cuda::check((call), #call, __FILE__, __LINE__)
/// After a launch: reports a launch that was refused. Errors inside the kernel come with the next synchronising call.
#define CUDA_CHECK_LAUNCH(kernel) ::arete::cuda::check(cudaGetLastError(), kernel, __FILE__, __LINE__)
