// The kernels of the CUDA rasteriser as functions. Only for files inside render/cuda.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "render/cuda/point_blocks.h"

namespace arete::cuda {

/// Device memory of a cloud, by block and by slot.
struct PointStore {
  PointBlock* blocks;
  uint32_t *coarse, *fine, *numbers;
};

/// Coordinates of a batch on the device, and memory for sorting them. `bytes` of `scratch` as sortBytes() says.
struct BatchInput {
  const float *x, *y, *z;
  uint32_t count;
  uint32_t firstNumber;
  float low[3], scale[3];  ///< (coordinate − low) · scale is 0 … 1 in the whole cloud
  uint32_t *keys, *sortedKeys, *places, *sortedPlaces;
  void* scratch;
  size_t scratchBytes;
};
size_t sortBytes(uint32_t count);
/// Sorts a batch and writes its blocks from `firstBlock` on.
void packBatch(const BatchInput& batch, const PointStore& store, uint32_t firstBlock, cudaStream_t stream);

/// Rows of a matrix to window coordinates: x and y in pixels, z 0 … 1 from near to far, each times w.
struct ToWindow {
  float x[4], y[4], z[4], w[4];
  int width, height, pointSize;
  bool perspective;
};
/// Lowers the words (depth << 32 | slot) of the pixels that the blocks' points cover.
void drawBlocks(const PointStore& store, uint32_t beginBlock, uint32_t endBlock, const ToWindow& toWindow, uint64_t* words, int multiprocessors,
                cudaStream_t stream);
/// The same words with the numbers of the drawing order in place of slots.
void nameNumbers(const uint64_t* words, const uint32_t* numbers, size_t count, uint64_t* named, cudaStream_t stream);

}  // namespace arete::cuda
