// Points on the device, in the layout that a version wants.
#pragma once

#include <algorithm>
#include <vector>

#include "compute/core/point_array.h"
#include "compute/gpu/buffer.h"
#include "compute/gpu/cuda_points.h"
#include "compute/gpu/launch_shapes.h"
#include "compute/gpu/staging.h"
#include "compute/neighbours/knn/keys.cuh"

namespace arete::cuda {

template <class T>
__global__ void copyLayout(Strided<T> from, T* to, size_t toPoint, size_t toCoordinate, size_t count, int dimension) {
  const size_t step = size_t(gridDim.x) * blockDim.x;
  for (size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += step)
    for (int k = 0; k < dimension; ++k) to[i * toPoint + k * toCoordinate] = from.at(i, k);
}

/// Some of a cloud's points in device memory.
template <class T>
class DevicePointSet {
 public:
  DevicePointSet() = default;
  /// Uploads points first … first + count − 1, in their layout on the host, or copies those that lie on the GPU. Does not wait.
  DevicePointSet(const PointArray& points, uint32_t first, uint32_t count, Staging& staging, cudaStream_t stream)
      : DevicePointSet(count, points.dimension(), points.layout(), stream) {
    const PointsView<T> view = points.view<T>();
    const int runs = row_ ? 1 : dimension_;
    const size_t run = row_ ? size_t(count) * dimension_ : count, column = columnOf(count);
    if (const auto lying = lyingHere(points)) {
      const auto* const from = reinterpret_cast<const T*>(lying->data()) + size_t(first) * dimension_;
      CUDA_CHECK(cudaMemcpyAsync(values_.data(), from, run * sizeof(T), cudaMemcpyDeviceToDevice, stream));
      return;
    }
    for (int k = 0; k < runs; ++k)
      staging.upload(values_.data() + k * column, view.point(first) + k * view.coordinateStride, run * sizeof(T), stream);
  }

  /// All points of these, one set after another, which may lie on other GPUs that let this one read their memory. Does not wait.
  DevicePointSet(const std::vector<const DevicePointSet*>& sets, cudaStream_t stream)
      : DevicePointSet(sizeOfAll(sets), sets.front()->dimension(), sets.front()->layout(), stream) {
    size_t at = 0;
    for (const DevicePointSet* const set : sets) {
      const size_t runs = row_ ? 1 : dimension_, each = row_ ? dimension_ : 1;  // values of a point in each of the runs
      for (size_t k = 0; k < runs; ++k)
        CUDA_CHECK(cudaMemcpyAsync(values_.data() + k * columnOf(count_) + at * each, set->values_.data() + k * columnOf(set->size()),
                                   set->size() * each * sizeof(T), cudaMemcpyDefault, stream));
      at += set->size();
    }
  }

  /// Rearranges on the device when the layout is another one.
  void arrange(Layout layout, cudaStream_t stream) {
    if (row_ == (layout == Layout::row)) return;
    const bool row = layout == Layout::row;
    const size_t column = columnOf(count_);
    Buffer<T> other(column * dimension_, stream);
    constexpr uint32_t kThreads = 256;
    const uint32_t blocks = std::min(blocksFor(count_, kThreads), 65535u);
    copyLayout<T><<<blocks, kThreads, 0, stream>>>(view(), other.data(), row ? dimension_ : 1, row ? 1 : column, count_, dimension_);
    CUDA_CHECK_LAUNCH("copyLayout");
    values_ = std::move(other);
    row_ = row;
    stride_ = row ? 1 : column;
  }

  Strided<T> view() const { return {values_.data(), row_ ? size_t(dimension_) : 1, stride_}; }
  Layout layout() const { return row_ ? Layout::row : Layout::column; }
  uint32_t size() const { return count_; }
  int dimension() const { return dimension_; }

 private:
  /// Room for points.
  DevicePointSet(uint32_t count, int dimension, Layout layout, cudaStream_t stream)
      : count_(count), dimension_(dimension), row_(layout == Layout::row) {
    const size_t column = columnOf(count), padding = column - count, run = row_ ? size_t(count) * dimension_ : count;
    values_ = Buffer<T>(column * dimension_, stream);  // also for rows: kernels read 16 bytes at a time
    stride_ = row_ ? 1 : column;
    if (padding == 0) return;
    const size_t rows = row_ ? 1 : dimension_, width = row_ ? padding * dimension_ : padding;
    CUDA_CHECK(cudaMemset2DAsync(values_.data() + run, column * sizeof(T), 0, width * sizeof(T), rows, stream));
  }

  static size_t columnOf(size_t count) { return (count + kAlignment - 1) / kAlignment * kAlignment; }
  static uint32_t sizeOfAll(const std::vector<const DevicePointSet*>& sets) {
    uint32_t all = 0;
    for (const DevicePointSet* const set : sets) all += set->size();
    return all;
  }
  static std::shared_ptr<const CudaPoints> lyingHere(const PointArray& points) {
    int current = 0;
    CUDA_CHECK(cudaGetDevice(&current));
    return cudaPointsOf(points, current);
  }

  static constexpr size_t kAlignment = PointArray::kColumnAlignment;
  Buffer<T> values_;
  uint32_t count_ = 0;
  int dimension_ = 0;
  bool row_ = true;
  size_t stride_ = 0;
};

}  // namespace arete::cuda
