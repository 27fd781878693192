#include "compute/cuda/watch.h"

#include <cxxabi.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>

#include "compute/core/running_version.h"
#include "compute/cuda/check.h"

namespace arete::cuda {

namespace {

using Clock = std::chrono::steady_clock;

std::atomic<bool> isLost = false;
char reasonOfLoss[512] = "";

thread_local const void* lastKernel = nullptr;

constexpr double kPromise_s = 0.1, kTimes = 100;

double patience_s() {
  static const double seconds = [] {
    const char* const text = std::getenv("ARETE_GPU_PATIENCE");
    char* end = nullptr;
    const double given = text == nullptr ? -1 : std::strtod(text, &end);
    return given >= 0 && end != text ? given : kPromise_s * kTimes;
  }();
  return seconds;
}

/// The word that kernels raise when they give up; null until the first asks for it.
std::atomic<uint32_t*> gaveUpWord = nullptr;

/// Without namespaces, types and parameters.
std::string nameOf(const void* kernel) {
  const char* mangled = nullptr;
  if (kernel == nullptr || cudaFuncGetName(&mangled, kernel) != cudaSuccess) return "a kernel";
  int status = 0;
  char* const readable = abi::__cxa_demangle(mangled, nullptr, nullptr, &status);
  std::string name = readable == nullptr ? mangled : readable;
  std::free(readable);
  name.resize(std::min(name.size(), name.find_first_of("<(")));
  const size_t before = name.find_last_of(": ");
  return before == std::string::npos ? name : name.substr(before + 1);
}

void loseWith(const std::string& what) {
  const std::string_view version = runningVersion();
  loseGpu((nameOf(lastKernel) + (version.empty() ? "" : " of " + std::string(version)) + ' ' + what).c_str());
}

/// What ends a wait that is over: whether a kernel gave up in it.
cudaError_t ended(cudaError_t code) {
  const uint32_t* const word = gaveUpWord.load(std::memory_order_relaxed);
  if (word == nullptr || *static_cast<const volatile uint32_t*>(word) == 0) return code;
  loseWith("waited in vain for other blocks of its launch");
  return cudaErrorLaunchTimeout;
}

/// `query`: cudaErrorNotReady until what is waited for has happened.
template <class Query>
cudaError_t watched(const Query& query) {
  constexpr int kLooksBetween = 64;
  constexpr std::chrono::milliseconds kAwake(2);
  constexpr std::chrono::microseconds kNap(50);
  if (gpuIsLost()) return cudaErrorLaunchTimeout;
  cudaError_t code = query();
  if (code != cudaErrorNotReady) return ended(code);
  const auto begin = Clock::now();
  for (int looks = 1; (code = query()) == cudaErrorNotReady; ++looks) {
    std::this_thread::yield();
    if (looks % kLooksBetween != 0) continue;
    const auto waited = Clock::now() - begin;
    if (gpuIsLost()) break;
    if (patience_s() > 0 && waited > std::chrono::duration<double>(patience_s())) {
      std::ostringstream text;
      text << "did not end within " << patience_s() << " s";
      loseWith(text.str());
      break;
    }
    if (waited > kAwake) std::this_thread::sleep_for(kNap);
  }
  cudaGetLastError();  // "not ready" is none
  return code == cudaErrorNotReady ? cudaErrorLaunchTimeout : ended(code);
}

/// The driver waits for its GPU when a process ends. Called before what was registered earlier, the runtime's end among it.
void endWithoutDriver(int status, void*) {
  std::cout.flush();
  std::fflush(nullptr);
  _exit(status);
}

}  // namespace

void noteLaunch(const void* kernel) noexcept { lastKernel = kernel; }

Patience patience() {
  static uint32_t* const word = [] {
    void* memory = nullptr;
    CUDA_CHECK(cudaHostAlloc(&memory, sizeof(uint32_t), cudaHostAllocPortable | cudaHostAllocMapped));
    auto* const made = static_cast<uint32_t*>(memory);
    *made = 0;
    gaveUpWord = made;
    return made;
  }();
  return {word};
}

void loseGpu(const char* reason) noexcept {
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  if (isLost) return;
  std::snprintf(reasonOfLoss, sizeof reasonOfLoss, "%s", reason);
  on_exit(endWithoutDriver, nullptr);
  isLost = true;
}

bool gpuIsLost() noexcept { return isLost; }
const char* whyGpuIsLost() noexcept { return isLost ? reasonOfLoss : ""; }

}  // namespace arete::cuda

// The names are the linker's. Of a lost GPU nothing is freed: some of these calls would wait for what it computes.
extern "C" {

cudaError_t __wrap_cudaStreamSynchronize(cudaStream_t stream) { return arete::cuda::waitFor(stream); }
cudaError_t __wrap_cudaEventSynchronize(cudaEvent_t event) { return arete::cuda::waitFor(event); }

cudaError_t __real_cudaDeviceSynchronize();
/// Only for arrays that other programs use on streams of theirs.
cudaError_t __wrap_cudaDeviceSynchronize() { return arete::cuda::gpuIsLost() ? cudaErrorLaunchTimeout : __real_cudaDeviceSynchronize(); }

cudaError_t __real_cudaFree(void*);
cudaError_t __wrap_cudaFree(void* memory) { return arete::cuda::gpuIsLost() ? cudaSuccess : __real_cudaFree(memory); }

cudaError_t __real_cudaFreeArray(cudaArray_t);
cudaError_t __wrap_cudaFreeArray(cudaArray_t memory) { return arete::cuda::gpuIsLost() ? cudaSuccess : __real_cudaFreeArray(memory); }

cudaError_t __real_cudaFreeHost(void*);
cudaError_t __wrap_cudaFreeHost(void* memory) { return arete::cuda::gpuIsLost() ? cudaSuccess : __real_cudaFreeHost(memory); }

cudaError_t __real_cudaMallocHost(void**, size_t);
cudaError_t __wrap_cudaMallocHost(void** memory, size_t bytes) {
  return arete::cuda::gpuIsLost() ? cudaErrorLaunchTimeout : __real_cudaMallocHost(memory, bytes);
}

cudaError_t __real_cudaMemPoolTrimTo(cudaMemPool_t, size_t);
cudaError_t __wrap_cudaMemPoolTrimTo(cudaMemPool_t pool, size_t bytes) {
  return arete::cuda::gpuIsLost() ? cudaSuccess : __real_cudaMemPoolTrimTo(pool, bytes);
}

}  // extern "C"

cudaError_t arete::cuda::waitFor(cudaStream_t stream) {
  return watched([stream] { return cudaStreamQuery(stream); });
}
cudaError_t arete::cuda::waitFor(cudaEvent_t event) {
  return watched([event] { return cudaEventQuery(event); });
}

void arete::cuda::copyToHost(void* to, const void* from, size_t bytes, cudaStream_t stream) {
  CUDA_CHECK(waitFor(stream));
  if (bytes == 0) return;
  CUDA_CHECK(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, stream));
  CUDA_CHECK(waitFor(stream));
}
