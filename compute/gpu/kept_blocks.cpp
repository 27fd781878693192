#include "compute/gpu/kept_blocks.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <mutex>
#include <new>
#include <unordered_map>
#include <vector>

namespace arete::cuda {

namespace {

constexpr size_t kLeastPower = 9, kMostPower = 23;  // 512 bytes, which the pool aligns to, to 8 MB
constexpr size_t kSizes = kMostPower - kLeastPower + 1;
using Blocks = std::array<std::vector<void*>, kSizes>;

struct Kept {
  std::mutex mutex;
  std::unordered_map<cudaStream_t, Blocks> blocks;
};

/// Never destroyed: some buffers are freed at the very end of the program.
Kept& kept() {
  static auto* const made = new Kept;
  return *made;
}

/// Which of the sizes is the smallest with room for so many bytes; kSizes or more where they are not kept.
size_t sizeClass(size_t bytes) {
  const auto power = size_t(std::bit_width(bytes - 1));
  return std::max(power, kLeastPower) - kLeastPower;
}

void give(Blocks& blocks, cudaStream_t stream) noexcept {
  for (std::vector<void*>& ofSize : blocks) {
    for (void* const block : ofSize) giveBack(block, stream);
    ofSize.clear();
  }
}

}  // namespace

void keepBlocksOf(cudaStream_t stream) {
  if (std::getenv("ARETE_KEEP_NO_BLOCKS") != nullptr) return;
  const std::lock_guard lock(kept().mutex);
  kept().blocks.try_emplace(stream);
}

void forgetBlocksOf(cudaStream_t stream) noexcept {
  const std::lock_guard lock(kept().mutex);
  const auto found = kept().blocks.find(stream);
  if (found == kept().blocks.end()) return;
  give(found->second, stream);
  kept().blocks.erase(found);
}

void releaseKeptBlocks() noexcept {
  const std::lock_guard lock(kept().mutex);
  for (auto& [stream, blocks] : kept().blocks) {
    give(blocks, stream);
    cudaStreamSynchronize(stream);
  }
}

void* takeKeptBlock(size_t& bytes, cudaStream_t stream) {
  const size_t size = sizeClass(bytes);
  if (size >= kSizes) return nullptr;
  const std::lock_guard lock(kept().mutex);
  const auto found = kept().blocks.find(stream);
  if (found == kept().blocks.end()) return nullptr;
  bytes = size_t(1) << (size + kLeastPower);
  std::vector<void*>& blocks = found->second[size];
  if (blocks.empty()) return nullptr;
  void* const block = blocks.back();
  blocks.pop_back();
  return block;
}

bool keepBlock(void* block, size_t bytes, cudaStream_t stream) noexcept {
  const size_t size = sizeClass(bytes);
  if (size >= kSizes) return false;
  const std::lock_guard lock(kept().mutex);
  const auto found = kept().blocks.find(stream);
  if (found == kept().blocks.end()) return false;
  try {
    found->second[size].push_back(block);
  } catch (const std::bad_alloc&) {
    return false;
  }
  return true;
}

}  // namespace arete::cuda
