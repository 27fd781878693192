#include "compute/gpu/staging.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "compute/gpu/watch.h"

namespace arete::cuda {

static constexpr size_t kPiece_bytes = size_t(128) << 10;  // of a half that is filled: for one thread
static constexpr size_t kAlone_bytes = size_t(1) << 19;    // a copy that one thread makes sooner than others wake up

/// Piece of a half that is emptied. The target is often in untouched pages, of 2 MB for large targets: threads that write into
/// the same page for the first time wait for each other.
static size_t emptiedPiece_bytes(size_t half_bytes, size_t bytes) {
  return std::max(half_bytes / 16, bytes <= kAlone_bytes ? half_bytes : kPiece_bytes);
}

Staging::Staging(ThreadPool& threads, size_t half_bytes) : threads_(threads), most_bytes_(half_bytes) {}

Staging::~Staging() { release(); }

void Staging::release() {
  for (Half& half : halves_) {
    if (half.copied != nullptr) cudaEventSynchronize(half.copied), cudaEventDestroy(half.copied);
    if (half.memory != nullptr) cudaFreeHost(half.memory);
    half = {};
  }
  half_bytes_ = 0;
}

/// Page-locking takes 0.4 ms per megabyte, once, the driver's own copies 0.1 ms each time. Up to 64 KB it passes bytes on with the command.
bool Staging::worthwhile(size_t bytes) const {
  constexpr size_t kLocked_bytes = size_t(64) << 10, kNot_bytes = size_t(256) << 10;
  return bytes >= (half_bytes_ > 0 || most_bytes_ < kNot_bytes ? kLocked_bytes : kNot_bytes);
}

/// Makes halves that are large enough for a copy, and returns how much of it is copied at once.
size_t Staging::prepare(size_t bytes) {
  constexpr size_t kLeast_bytes = size_t(1) << 20, kPieces = 4;
  const size_t atOnce = std::min(most_bytes_, std::bit_ceil(std::max(bytes / kPieces, kLeast_bytes)));
  if (atOnce <= half_bytes_) return atOnce;
  release();
  try {
    for (Half& half : halves_) {
      CUDA_CHECK(cudaMallocHost(reinterpret_cast<void**>(&half.memory), atOnce));
      CUDA_CHECK(cudaEventCreateWithFlags(&half.copied, cudaEventDisableTiming));
    }
  } catch (...) {
    release();
    throw;
  }
  return half_bytes_ = atOnce;
}

/// The half that was not used last, once its copy has ended.
Staging::Half& Staging::next() {
  Half& half = halves_[turn_ ^= 1];
  CUDA_CHECK(cudaEventSynchronize(half.copied));
  return half;
}

void Staging::uploadMade(void* to, size_t bytes, size_t unit, const Fill& fill, cudaStream_t stream) {
  const size_t most = prepare(bytes) / unit * unit, piece = std::max((bytes <= kAlone_bytes ? most : kPiece_bytes) / unit, size_t(1)) * unit;
  for (size_t first = 0; first < bytes; first += most) {
    const size_t count = std::min(most, bytes - first);
    Half& half = next();
    threads_.forEachRange(count, piece, [&](size_t begin, size_t end, int) { fill(half.memory + begin, first + begin, end - begin); });
    CUDA_CHECK(cudaMemcpyAsync(static_cast<std::byte*>(to) + first, half.memory, count, cudaMemcpyHostToDevice, stream));
    CUDA_CHECK(cudaEventRecord(half.copied, stream));
  }
}

void Staging::upload(void* to, const void* from, size_t bytes, cudaStream_t stream) {
  if (!worthwhile(bytes)) {
    if (bytes > 0) CUDA_CHECK(cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, stream));
    return;
  }
  const auto* const source = static_cast<const std::byte*>(from);
  uploadMade(
      to, bytes, 1, [source](std::byte* where, size_t first, size_t count) { std::memcpy(where, source + first, count); }, stream);
}

void Staging::download(void* to, const void* from, size_t bytes, cudaStream_t stream) {
  if (!worthwhile(bytes)) {
    return copyToHost(to, from, bytes, stream);
  }
  const size_t atOnce = prepare(bytes), piece = emptiedPiece_bytes(atOnce, bytes);
  auto* const target = static_cast<std::byte*>(to);
  const auto* const source = static_cast<const std::byte*>(from);
  const auto empty = [&](const Half& half, size_t first) {
    CUDA_CHECK(cudaEventSynchronize(half.copied));
    threads_.forEachRange(std::min(atOnce, bytes - first), piece,
                          [&](size_t begin, size_t end, int) { std::memcpy(target + first + begin, half.memory + begin, end - begin); });
  };
  const Half* before = nullptr;
  for (size_t first = 0; first < bytes; first += atOnce) {
    Half& half = next();
    CUDA_CHECK(cudaMemcpyAsync(half.memory, source + first, std::min(atOnce, bytes - first), cudaMemcpyDeviceToHost, stream));
    CUDA_CHECK(cudaEventRecord(half.copied, stream));
    if (before != nullptr) empty(*before, first - atOnce);
    before = &half;
  }
  empty(*before, (bytes - 1) / atOnce * atOnce);
}

}  // namespace arete::cuda
