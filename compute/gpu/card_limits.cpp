#include "compute/gpu/card_limits.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <mutex>
#include <set>
#include <string>
#include <string_view>

#include "compute/core/error.h"
#include "compute/gpu/check.h"

namespace arete::cuda {

namespace {

constexpr const char* kVariable = "ARETE_GPU_LIMITS";

[[noreturn]] void refuse(std::string_view word) {
  throw Error(ErrorKind::wrongUse, "cannot limit the GPU", kVariable, "\"" + std::string(word) + "\" is no limit",
              "give some of shared=48K, multiprocessors=20, memory=8G, cooperative=off, pools=off, with commas between");
}

size_t numberOf(std::string_view word, std::string_view text) {
  constexpr std::string_view kUnits = "KMG";
  constexpr int kUnitBits = 10;
  size_t value = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  const std::string_view unit = text.substr(size_t(end - text.data()));
  if (fault != std::errc() || value == 0 || unit.size() > 1) refuse(word);
  if (unit.empty()) return value;
  const size_t power = kUnits.find(unit[0]);
  if (power == std::string_view::npos) refuse(word);
  return value << kUnitBits * int(power + 1);
}

CardLimits read(std::string_view text) {
  CardLimits limits;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(','));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    const size_t equals = word.find('=');
    const std::string_view name = word.substr(0, equals), value = equals == std::string_view::npos ? "" : word.substr(equals + 1);
    if (name == "shared") limits.shared_bytes = numberOf(word, value);
    else if (name == "multiprocessors") limits.multiprocessors = int(numberOf(word, value));
    else if (name == "memory") limits.memory_bytes = numberOf(word, value);
    else if (name == "cooperative" && value == "off") limits.cooperative = false;
    else if (name == "pools" && value == "off") limits.pools = false;
    else refuse(word);
  }
  return limits;
}

}  // namespace

const CardLimits& cardLimits() {
  static const CardLimits limits = [] {
    const char* const text = std::getenv(kVariable);
    return text == nullptr ? CardLimits{} : read(text);
  }();
  return limits;
}

cudaDeviceProp cardProperties(int index) {
  cudaDeviceProp card{};
  CUDA_CHECK(cudaGetDeviceProperties(&card, index));
  const CardLimits& limits = cardLimits();
  if (limits.shared_bytes > 0) card.sharedMemPerBlockOptin = std::min(card.sharedMemPerBlockOptin, limits.shared_bytes);
  if (limits.multiprocessors > 0) card.multiProcessorCount = std::min(card.multiProcessorCount, limits.multiprocessors);
  if (limits.memory_bytes > 0) card.totalGlobalMem = std::min(card.totalGlobalMem, limits.memory_bytes);
  if (!limits.cooperative) card.cooperativeLaunch = 0;
  if (!limits.pools) card.memoryPoolsSupported = 0;
  return card;
}

void takeBallast(int index) {
  static std::mutex mutex;
  static std::set<int> taken;
  const std::lock_guard lock(mutex);
  if (cardLimits().memory_bytes == 0 || !taken.insert(index).second) return;
  size_t free = 0, total = 0;
  void* ballast = nullptr;
  CUDA_CHECK(cudaMemGetInfo(&free, &total));
  const size_t left = std::min(cardLimits().memory_bytes, free);
  if (free > left) CUDA_CHECK(cudaMalloc(&ballast, free - left));
}

static constexpr size_t kMoreThanAny_bytes = size_t(1) << 30;

size_t sharedWithinLimits(const void* kernel, size_t shared_bytes) noexcept {
  const size_t most_bytes = cardLimits().shared_bytes;
  cudaFuncAttributes attributes{};
  if (most_bytes == 0 || cudaFuncGetAttributes(&attributes, kernel) != cudaSuccess) return shared_bytes;
  return shared_bytes + attributes.sharedSizeBytes <= most_bytes ? shared_bytes : kMoreThanAny_bytes;
}

size_t sharedWithinLimits(const void* kernel, unsigned blocks, unsigned threads, size_t shared_bytes) noexcept {
  const CardLimits& limits = cardLimits();
  int each = 0;
  const bool areCounted =
      limits.multiprocessors > 0 && cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, kernel, int(threads), shared_bytes) == cudaSuccess;
  if (!limits.cooperative || (areCounted && blocks > unsigned(each * limits.multiprocessors))) return kMoreThanAny_bytes;
  return sharedWithinLimits(kernel, shared_bytes);
}

}  // namespace arete::cuda
