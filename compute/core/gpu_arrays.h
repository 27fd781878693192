// Arrays in the memory of a GPU that go in and out: those of other programs (CuPy, PyTorch) as clouds, and answers as arrays for them. Available in
// every build; without CUDA all of it says why there is none.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "compute/core/point_cloud.h"

namespace arete {

enum class ElementKind : uint8_t { real, integer, natural, truth };
struct ElementType {
  ElementKind kind = ElementKind::real;
  int bytes = 4;
  friend bool operator==(const ElementType&, const ElementType&) = default;
};

/// Numbers of another program: column k of row i lies i·rowStride + k·columnStride bytes after `data`.
struct ForeignArray {
  const void* data = nullptr;
  uint64_t rows = 0;
  int columns = 0;
  int64_t rowStride = 0, columnStride = 0;
  ElementType type;
  /// What the copy waits for: the work of this stream of CUDA's; nothing: all work of the GPU. kAlreadyWaiting: gpuStream() waits already.
  std::optional<uintptr_t> after;
  static constexpr uintptr_t kAlreadyWaiting = UINTPTR_MAX;
};

/// A copy of such rows, from which everything follows, as their owner may write into them meanwhile.
struct TakenRows {
  std::optional<PointCloud> cloud;  ///< on the GPU; nothing where the type of its coordinates must be found out on the host, from `rows`
  PointArray rows;
  double smallest = 0, largest = 0;  ///< sizes of coordinates other than 0
};

/// How rows become a cloud: with origin and type as a file with these rows would have them, or as they are, which searches of neighbours compute
/// with.
struct Taking {
  bool asGiven = false;
  std::optional<Scalar> wanted;  ///< as ReadOptions::scalar
};

/// Copies rows of 1 to 16 columns within the memory of their GPU, in file order, and waits for that, so that `from` may go. Bounds, the smallest and
/// the least precise coordinates are found there; floats and doubles stay what they are, other numbers become doubles (of two bytes: floats). What
/// crosses the bus is 512 points and 48 bytes a column. `what` is named in errors. Throws Error(badInput) for numbers that are not finite,
/// Error(wrongUse) where it is no memory of a GPU, or there is no CUDA.
TakenRows takeFromGpu(const ForeignArray& from, const Taking& taking, std::string_view what);

/// The stream that takeFromGpu() copies on, for programs that make streams wait: a cudaStream_t. Throws Error where there is no such GPU.
uintptr_t gpuStream(int gpu);

/// Numbers of ours in the memory of a GPU, for others: rows without gaps, complete.
struct GpuNumbers {
  std::shared_ptr<void> memory;  ///< where they lie; freed with the last owner, after all work of the GPU
  int gpu = 0;
  uint64_t rows = 0;
  int columns = 0;
  ElementType type;

  size_t bytes() const { return size_t(rows) * size_t(columns) * size_t(type.bytes); }
};

/// Copies numbers of the host to a GPU. Throws Error.
GpuNumbers bringToGpu(const void* from, uint64_t rows, int columns, ElementType type, int gpu);
/// And back: bytes() of them.
void bringToHost(const GpuNumbers& from, void* to);

}  // namespace arete
