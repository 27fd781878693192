#include "compute/gpu/watch.h"

#include <cxxabi.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <mutex>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <utility>

#include "compute/core/running_version.h"
#include "compute/gpu/check.h"

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

/// The streams of this process. Never destroyed: some streams end at the very end of the program.
struct Streams {
  std::mutex mutex;
  std::set<cudaStream_t> all;
};
Streams& streams() {
  static auto* const made = new Streams;
  return *made;
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

cudaError_t waitFor(cudaStream_t stream) {
  return watched([stream] { return cudaStreamQuery(stream); });
}
cudaError_t waitFor(cudaEvent_t event) {
  return watched([event] { return cudaEventQuery(event); });
}

void addStream(cudaStream_t stream) {
  const std::lock_guard lock(streams().mutex);
  streams().all.insert(stream);
}
void forgetStream(cudaStream_t stream) noexcept {
  const std::lock_guard lock(streams().mutex);
  streams().all.erase(stream);
}

/// With the list locked, so that no stream ends while it is asked.
cudaError_t waitForAll() {
  if (gpuIsLost()) return cudaErrorLaunchTimeout;
  const std::lock_guard lock(streams().mutex);
  for (const cudaStream_t stream : streams().all) {
    cudaStreamCaptureStatus recording = cudaStreamCaptureStatusNone;  // into a graph: then nothing runs on it, and it must not be asked
    if (cudaStreamIsCapturing(stream, &recording) == cudaSuccess && recording != cudaStreamCaptureStatusNone) continue;
    if (const cudaError_t code = waitFor(stream); gpuIsLost()) return code;
  }
  return cudaSuccess;
}

cudaError_t beforeUseOf(const void* kernel) {
  using Use = std::pair<const void*, int>;  // with the GPU
  static std::mutex mutex;
  static auto* const known = new std::set<Use>;
  thread_local std::set<Use> knownHere;  // which needs no lock
  if (gpuIsLost()) return cudaErrorLaunchTimeout;
  Use use{kernel, 0};
  if (const cudaError_t code = cudaGetDevice(&use.second); code != cudaSuccess) return code;
  if (!knownHere.insert(use).second) return cudaSuccess;
  const std::lock_guard lock(mutex);
  return known->insert(use).second ? waitForAll() : cudaSuccess;
}

cudaError_t beforeCopy(const void* from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
  constexpr size_t kWithTheCommand_bytes = size_t(64) << 10;
  if (gpuIsLost()) return cudaErrorLaunchTimeout;
  if (kind != cudaMemcpyHostToDevice || bytes <= kWithTheCommand_bytes) return cudaSuccess;
  cudaPointerAttributes attributes{};
  const bool isLocked = cudaPointerGetAttributes(&attributes, from) == cudaSuccess && attributes.type != cudaMemoryTypeUnregistered;
  return isLocked ? cudaSuccess : waitFor(stream);
}

void copyToHost(void* to, const void* from, size_t bytes, cudaStream_t stream) {
  CUDA_CHECK(waitFor(stream));
  if (bytes == 0) return;
  CUDA_CHECK(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, stream));
  CUDA_CHECK(waitFor(stream));
}

}  // namespace arete::cuda
