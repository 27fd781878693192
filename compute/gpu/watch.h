// Every wait of the host for a GPU, with an end. A launch promises to take at most 100 ms; the host waits a hundred times as long. Then it says which
// kernel of which version it waited for, and the GPU is lost: nothing waits for it any more, nothing more is asked of it, and the CPU goes on with
// the same bits. The same holds after an error that every later call would report again, and when a kernel gave up waiting (patience.cuh).
//
// The engine is linked with --wrap (cmake/Cuda.cmake): calls that wait, CUB's and Thrust's too, come to watched_calls.cpp. Where the driver itself
// would wait without an end, there is a wait of ours before: in copies to and from memory that is not page-locked, where memory is locked or freed,
// and when a kernel is used for the first time, as the driver then loads it, for which all streams must be idle. ARETE_GPU_PATIENCE in the
// environment sets the seconds; 0: without an end, for debuggers and tools that slow kernels down.
#pragma once

#include <cstddef>

#include <cuda_runtime.h>

#include "compute/gpu/patience.cuh"

namespace arete::cuda {

/// Waits for the work of a stream; without keeping a core busy once that takes milliseconds. cudaErrorLaunchTimeout when the GPU is lost. Any thread.
cudaError_t waitFor(cudaStream_t stream);
cudaError_t waitFor(cudaEvent_t event);
/// Copies to any memory of the host after the present work of the stream, and waits for it. Throws Error.
void copyToHost(void* to, const void* from, size_t bytes, cudaStream_t stream);

/// Waits for the streams of all threads, so that the driver's own wait will be short.
cudaError_t waitForAll();
/// A stream that waitForAll() waits for, until it is forgotten.
void addStream(cudaStream_t stream);
void forgetStream(cudaStream_t stream) noexcept;
/// To be called before the driver is asked anything about a kernel: waits for all streams if it is the first time on this GPU.
cudaError_t beforeUseOf(const void* kernel);
/// To be called before a copy: waits for the stream where the driver would. It takes up to 64 KB with the command, and more page by page.
cudaError_t beforeCopy(const void* from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream);

/// The kernel that this thread launched last, which a wait that does not end names; null: a graph of kernels.
void noteLaunch(const void* kernel) noexcept;
/// What kernels get that wait for other blocks or warps. The word is allocated once and never freed.
Patience patience();

/// From now on no GPU is used in this process. `reason` is kept if it is the first. The process then ends without the driver, which would wait.
void loseGpu(const char* reason) noexcept;
bool gpuIsLost() noexcept;
/// Why; "" as long as it is not lost.
const char* whyGpuIsLost() noexcept;

}  // namespace arete::cuda
