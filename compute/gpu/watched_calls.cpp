// Calls of CUDA's runtime that may wait, in the place of the runtime's: see watch.h. The names are the linker's (cmake/Cuda.cmake).
#include "compute/gpu/watch.h"

namespace {

using arete::cuda::gpuIsLost;
using arete::cuda::waitForAll;

/// A call that waits for all that the GPU does.
template <class Call>
cudaError_t afterAll(const Call& call) {
  const cudaError_t code = waitForAll();
  return code == cudaSuccess ? call() : code;
}

/// A call that loads the kernel, if nothing has.
template <class Call>
cudaError_t afterLoading(const void* kernel, const Call& call) {
  const cudaError_t code = arete::cuda::beforeUseOf(kernel);
  return code == cudaSuccess ? call() : code;
}

}  // namespace

extern "C" {

cudaError_t __wrap_cudaStreamSynchronize(cudaStream_t stream) { return arete::cuda::waitFor(stream); }
cudaError_t __wrap_cudaEventSynchronize(cudaEvent_t event) { return arete::cuda::waitFor(event); }

cudaError_t __real_cudaStreamCreateWithFlags(cudaStream_t*, unsigned);
cudaError_t __wrap_cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
  const cudaError_t code = __real_cudaStreamCreateWithFlags(stream, flags);
  if (code == cudaSuccess) arete::cuda::addStream(*stream);
  return code;
}

cudaError_t __real_cudaStreamDestroy(cudaStream_t);
cudaError_t __wrap_cudaStreamDestroy(cudaStream_t stream) {
  arete::cuda::forgetStream(stream);
  return gpuIsLost() ? cudaSuccess : __real_cudaStreamDestroy(stream);
}

cudaError_t __real_cudaDeviceSynchronize();
cudaError_t __wrap_cudaDeviceSynchronize() {
  return afterAll([&] { return __real_cudaDeviceSynchronize(); });
}

cudaError_t __real_cudaMalloc(void**, size_t);
cudaError_t __wrap_cudaMalloc(void** memory, size_t bytes) {
  return afterAll([&] { return __real_cudaMalloc(memory, bytes); });
}

cudaError_t __real_cudaMallocHost(void**, size_t);
cudaError_t __wrap_cudaMallocHost(void** memory, size_t bytes) {
  return afterAll([&] { return __real_cudaMallocHost(memory, bytes); });
}

cudaError_t __real_cudaGraphInstantiate(cudaGraphExec_t*, cudaGraph_t, unsigned long long);
cudaError_t __wrap_cudaGraphInstantiate(cudaGraphExec_t* made, cudaGraph_t graph, unsigned long long flags) {
  return afterAll([&] { return __real_cudaGraphInstantiate(made, graph, flags); });
}

// Of a lost GPU nothing is freed.

cudaError_t __real_cudaFree(void*);
cudaError_t __wrap_cudaFree(void* memory) { return gpuIsLost() || waitForAll() != cudaSuccess ? cudaSuccess : __real_cudaFree(memory); }

cudaError_t __real_cudaFreeArray(cudaArray_t);
cudaError_t __wrap_cudaFreeArray(cudaArray_t memory) {
  return gpuIsLost() || waitForAll() != cudaSuccess ? cudaSuccess : __real_cudaFreeArray(memory);
}

cudaError_t __real_cudaFreeHost(void*);
cudaError_t __wrap_cudaFreeHost(void* memory) { return gpuIsLost() || waitForAll() != cudaSuccess ? cudaSuccess : __real_cudaFreeHost(memory); }

cudaError_t __real_cudaMemPoolTrimTo(cudaMemPool_t, size_t);
cudaError_t __wrap_cudaMemPoolTrimTo(cudaMemPool_t pool, size_t bytes) {
  return gpuIsLost() || waitForAll() != cudaSuccess ? cudaSuccess : __real_cudaMemPoolTrimTo(pool, bytes);
}

cudaError_t __real_cudaFuncGetAttributes(cudaFuncAttributes*, const void*);
cudaError_t __wrap_cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* kernel) {
  return afterLoading(kernel, [&] { return __real_cudaFuncGetAttributes(attributes, kernel); });
}

cudaError_t __real_cudaFuncSetAttribute(const void*, cudaFuncAttribute, int);
cudaError_t __wrap_cudaFuncSetAttribute(const void* kernel, cudaFuncAttribute attribute, int value) {
  return afterLoading(kernel, [&] { return __real_cudaFuncSetAttribute(kernel, attribute, value); });
}

cudaError_t __real_cudaOccupancyMaxActiveBlocksPerMultiprocessor(int*, const void*, int, size_t);
cudaError_t __wrap_cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* kernel, int threads, size_t bytes) {
  return afterLoading(kernel, [&] { return __real_cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, kernel, threads, bytes); });
}

cudaError_t __real_cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int*, const void*, int, size_t, unsigned);
cudaError_t __wrap_cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* kernel, int threads, size_t bytes,
                                                                          unsigned flags) {
  return afterLoading(kernel, [&] { return __real_cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, kernel, threads, bytes, flags); });
}

cudaError_t __real_cudaOccupancyMaxActiveClusters(int*, const void*, const cudaLaunchConfig_t*);
cudaError_t __wrap_cudaOccupancyMaxActiveClusters(int* clusters, const void* kernel, const cudaLaunchConfig_t* shape) {
  return afterLoading(kernel, [&] { return __real_cudaOccupancyMaxActiveClusters(clusters, kernel, shape); });
}

}  // extern "C"
