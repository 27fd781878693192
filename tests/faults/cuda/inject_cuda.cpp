// A library to preload: calls of CUDA's runtime fail, or a kernel is launched that never ends. ARETE_CUDA_FAULT says which:
//   call:N:CODE     from the N-th call on, all give the error of this number, as after an illegal access (700)
//   memory:N:CODE   the N-th call that takes memory gives the error, such as out of memory (2); later ones work
//   launch:N:spin   before the N-th launch a kernel is launched on the same stream that never ends
// N = 0 only counts; ARETE_FAULT_COUNT names a file into which the number of calls is written at the end. What is asked for before the first GPU was
// chosen (cudaGetDeviceCount and the like) is not counted: a machine without a working GPU is another matter.
#include <dlfcn.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "tests/support/waiting_kernels.h"

namespace {

struct Plan {
  char kind[16] = "", what[16] = "";
  long number = 0;

  Plan() {
    if (const char* const text = getenv("ARETE_CUDA_FAULT")) sscanf(text, "%15[a-z]:%ld:%15[a-z0-9]", kind, &number, what);
  }
};
const Plan& plan() {
  static const Plan read;
  return read;
}

std::atomic<long> calls = 0;

/// Counts a call of this kind, and says whether it is the one.
bool isDue(const char* kind, bool goesOn) {
  if (strcmp(kind, plan().kind) != 0) return false;
  const long now = ++calls;
  return plan().number > 0 && (goesOn ? now >= plan().number : now == plan().number);
}

cudaError_t planned() { return cudaError_t(atoi(plan().what)); }
bool hasBegun() { return strcmp(plan().kind, "call") == 0 && plan().number > 0 && calls >= plan().number; }

template <class Function>
Function* real(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

/// Before a launch on `stream`.
void spinIfDue(cudaStream_t stream) {
  if (isDue("launch", false)) arete::test::launchSpin(stream);
}

__attribute__((destructor)) void writeCount() {
  const char* const path = getenv("ARETE_FAULT_COUNT");
  FILE* const file = path == nullptr ? nullptr : fopen(path, "w");
  if (file == nullptr) return;
  fprintf(file, "%ld", calls.load());
  fclose(file);
}

thread_local bool isOwn = false;  // the launch of the kernel above

}  // namespace

// clang-format off
#define FAIL(name, parameters, arguments) \
  extern "C" cudaError_t name parameters { \
    return isDue("call", true) ? planned() : real<cudaError_t parameters>(#name) arguments; \
  }
#define TAKE(name, parameters, arguments) \
  extern "C" cudaError_t name parameters { \
    return isDue("call", true) || isDue("memory", false) ? planned() : real<cudaError_t parameters>(#name) arguments; \
  }
#define LAUNCH(name, stream, parameters, arguments) \
  extern "C" cudaError_t name parameters { \
    if (!isOwn) { \
      if (isDue("call", true)) return planned(); \
      isOwn = true; \
      spinIfDue(stream); \
      isOwn = false; \
    } \
    return real<cudaError_t parameters>(#name) arguments; \
  }

FAIL(cudaStreamQuery, (cudaStream_t a), (a))
FAIL(cudaEventQuery, (cudaEvent_t a), (a))
FAIL(cudaStreamSynchronize, (cudaStream_t a), (a))
FAIL(cudaEventSynchronize, (cudaEvent_t a), (a))
FAIL(cudaDeviceSynchronize, (), ())
FAIL(cudaMemcpyAsync, (void* a, const void* b, size_t c, cudaMemcpyKind d, cudaStream_t e), (a, b, c, d, e))
FAIL(cudaMemcpyPeerAsync, (void* a, int b, const void* c, int d, size_t e, cudaStream_t f), (a, b, c, d, e, f))
FAIL(cudaMemsetAsync, (void* a, int b, size_t c, cudaStream_t d), (a, b, c, d))
FAIL(cudaMemset2DAsync, (void* a, size_t b, int c, size_t d, size_t e, cudaStream_t f), (a, b, c, d, e, f))
FAIL(cudaEventRecord, (cudaEvent_t a, cudaStream_t b), (a, b))
FAIL(cudaEventElapsedTime, (float* a, cudaEvent_t b, cudaEvent_t c), (a, b, c))
FAIL(cudaEventCreate, (cudaEvent_t* a), (a))
FAIL(cudaEventCreateWithFlags, (cudaEvent_t* a, unsigned b), (a, b))
FAIL(cudaStreamCreateWithFlags, (cudaStream_t* a, unsigned b), (a, b))
FAIL(cudaStreamWaitEvent, (cudaStream_t a, cudaEvent_t b, unsigned c), (a, b, c))
FAIL(cudaFuncGetAttributes, (cudaFuncAttributes* a, const void* b), (a, b))
FAIL(cudaFuncSetAttribute, (const void* a, cudaFuncAttribute b, int c), (a, b, c))
FAIL(cudaOccupancyMaxActiveBlocksPerMultiprocessor, (int* a, const void* b, int c, size_t d), (a, b, c, d))
FAIL(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags, (int* a, const void* b, int c, size_t d, unsigned e), (a, b, c, d, e))
FAIL(cudaOccupancyMaxActiveClusters, (int* a, const void* b, const cudaLaunchConfig_t* c), (a, b, c))
FAIL(cudaMemGetInfo, (size_t* a, size_t* b), (a, b))
FAIL(cudaMemPoolGetAttribute, (cudaMemPool_t a, cudaMemPoolAttr b, void* c), (a, b, c))
FAIL(cudaMemPoolSetAttribute, (cudaMemPool_t a, cudaMemPoolAttr b, void* c), (a, b, c))
FAIL(cudaDeviceGetDefaultMemPool, (cudaMemPool_t* a, int b), (a, b))
FAIL(cudaFreeAsync, (void* a, cudaStream_t b), (a, b))
FAIL(cudaFree, (void* a), (a))
FAIL(cudaFreeHost, (void* a), (a))
FAIL(cudaGraphLaunch, (cudaGraphExec_t a, cudaStream_t b), (a, b))
FAIL(cudaGraphicsMapResources, (int a, cudaGraphicsResource_t* b, cudaStream_t c), (a, b, c))
TAKE(cudaMallocAsync, (void** a, size_t b, cudaStream_t c), (a, b, c))
TAKE(cudaMalloc, (void** a, size_t b), (a, b))
TAKE(cudaMallocHost, (void** a, size_t b), (a, b))
TAKE(cudaHostAlloc, (void** a, size_t b, unsigned c), (a, b, c))
LAUNCH(cudaLaunchKernel, f, (const void* a, dim3 b, dim3 c, void** d, size_t e, cudaStream_t f), (a, b, c, d, e, f))
LAUNCH(__cudaLaunchKernel, f, (cudaKernel_t a, dim3 b, dim3 c, void** d, size_t e, cudaStream_t f), (a, b, c, d, e, f))
LAUNCH(cudaLaunchCooperativeKernel, f, (const void* a, dim3 b, dim3 c, void** d, size_t e, cudaStream_t f), (a, b, c, d, e, f))
LAUNCH(cudaLaunchKernelExC, a->stream, (const cudaLaunchConfig_t* a, const void* b, void** c), (a, b, c))
// clang-format on

/// An error that all later calls give is there, too, when it is asked for.
extern "C" cudaError_t cudaGetLastError() { return hasBegun() ? planned() : real<cudaError_t()>("cudaGetLastError")(); }
extern "C" cudaError_t cudaPeekAtLastError() { return hasBegun() ? planned() : real<cudaError_t()>("cudaPeekAtLastError")(); }
