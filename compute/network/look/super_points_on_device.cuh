// Super-points on a GPU: their places and weights, and grids for balls of every size, made when a stage first asks for its size. Kept with the
// super-points, so that stages that follow each other find them there.
#pragma once

#include <memory>
#include <mutex>

#include "compute/gpu/cuda_device.h"
#include "compute/network/look/row_grid.cuh"
#include "compute/network/super_points/contract.h"

namespace arete::cuda {

class SuperPointsOnDevice {
 public:
  /// Takes what lies on the device already.
  SuperPointsOnDevice(CudaDevice& device, int dimension, Buffer<shared::Vector3> places, Buffer<int64_t> weights, uint32_t count,
                      const PlaceBounds& bounds);
  ~SuperPointsOnDevice();

  bool isOn(const CudaDevice& device) const { return stream_ == device.sharedStream(); }
  const DevicePlaces& places() const { return places_; }
  /// The grids for balls of radius `least` > 0 to `greatest`. They are there until the next call.
  RowLevels grids(double least, double greatest) const;

 private:
  std::shared_ptr<CUstream_st> stream_;  // first made, last gone: buffers are freed on it
  int gpu_;
  Buffer<shared::Vector3> placesMemory_;
  Buffer<int64_t> weightsMemory_;
  DevicePlaces places_;
  mutable std::mutex mutex_;
  mutable std::unique_ptr<RowGrids> grids_;  // changed under the mutex
};

/// Those that are kept with the super-points, uploaded where there are none on this device.
std::shared_ptr<const SuperPointsOnDevice> superPointsOnDevice(const SuperPoints& points, CudaDevice& device);
/// Keeps what a version has made on the device with the super-points that it returns.
void keepOnDevice(const SuperPoints& points, CudaDevice& device, Buffer<shared::Vector3> places, Buffer<int64_t> weights, const PlaceBounds& bounds);

}  // namespace arete::cuda
