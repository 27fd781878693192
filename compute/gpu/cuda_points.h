// Coordinates that already lie on a GPU, as its versions find them.
#pragma once

#include <atomic>
#include <memory>

#include "compute/core/gpu_points.h"
#include "compute/gpu/buffer.h"

namespace arete::cuda {

class CudaPoints final : public GpuPoints {
 public:
  /// `bytes`: rows without gaps, complete.
  CudaPoints(std::shared_ptr<const Buffer<std::byte>> bytes, int gpu, Scalar scalar, int dimension, uint32_t size)
      : bytes_(std::move(bytes)), gpu_(gpu), scalar_(scalar), dimension_(dimension), size_(size) {}

  int gpu() const override { return gpu_; }
  Scalar scalar() const override { return scalar_; }
  int dimension() const override { return dimension_; }
  uint32_t size() const override { return size_; }
  PointArray subset(std::span<const uint32_t> indices) const override;
  PointArray all() const override;
  uint64_t broughtBytes() const override { return brought_bytes_; }

  const std::byte* data() const { return bytes_->data(); }
  const std::shared_ptr<const Buffer<std::byte>>& bytes() const { return bytes_; }

 private:
  PointArray brought(const std::byte* from, uint32_t count) const;

  const std::shared_ptr<const Buffer<std::byte>> bytes_;
  const int gpu_;
  const Scalar scalar_;
  const int dimension_;
  const uint32_t size_;
  mutable std::atomic<uint64_t> brought_bytes_ = 0;
};

/// The stream of a GPU on which arrays come and go, whatever device computes; it lives as long as the program. The GPU must be current.
cudaStream_t arraysStream(int gpu);

/// What gpuPointsOf() finds, null for nothing. Throws Error(wrongUse) where it is on another GPU than `gpu`.
std::shared_ptr<const CudaPoints> cudaPointsOf(const PointArray& points, int gpu);

}  // namespace arete::cuda
