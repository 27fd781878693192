// A GPU: its stream, its limits, and the clouds in its memory.
#pragma once

#include <algorithm>
#include <list>
#include <memory>
#include <span>
#include <vector>

#include "compute/core/device.h"
#include "compute/core/point_cloud.h"
#include "compute/core/side_by_side.h"
#include "compute/gpu/buffer.h"
#include "compute/gpu/kernel_time.h"
#include "compute/gpu/staging.h"

namespace arete::cuda {

/// A view of points in device memory.
template <class T>
using DevicePoints = PointsView<T>;

/// Makes a GPU current for the calling thread while this object lives. Used in destructors after failures too, so it does not check: the next call
/// does.
class OnGpu {
 public:
  explicit OnGpu(int index) noexcept {
    cudaGetDevice(&before_);
    cudaSetDevice(index);
  }
  ~OnGpu() { cudaSetDevice(before_); }
  OnGpu(const OnGpu&) = delete;
  OnGpu& operator=(const OnGpu&) = delete;

 private:
  int before_ = 0;
};

class CudaDevice final : public Device, public LaneDevice {
 public:
  CudaDevice(int index, int threads);
  /// Another stream of a GPU that has a device, for small work beside it.
  CudaDevice(const CudaDevice& beside, int threads);
  ~CudaDevice() override;

  Backend backend() const override { return Backend::cuda; }
  std::string description() const override;
  ThreadPool& threads() override { return threads_; }
  void startTimer() noexcept override;  ///< by events on stream()
  double stopTimer() noexcept override;
  Speed peak() override;
  void comeHere() override;
  void bring(const PointCloud& cloud) override;
  int mostLanes() const override;
  std::vector<std::shared_ptr<Device>> lanes(int count) override;

  int index() const { return index_; }
  /// Devices that share work: this one, then others on `gpus` of the machine's GPUs in turn, counted from this one's on (0: all). Members beyond the
  /// number of GPUs are further devices, with streams of their own, on the same ones. They are made when first asked for, each with an equal share of
  /// as many host threads as this one has, and kept with the memory that they lock and allocate: making both takes longer than most computations.
  /// Make a GPU current (OnGpu) before using it.
  std::vector<CudaDevice*> team(size_t members, int gpus = 0);

  cudaStream_t stream() const { return stream_.get(); }
  /// For memory that may outlive the device.
  const std::shared_ptr<CUstream_st>& sharedStream() const { return stream_; }
  int multiprocessors() const { return properties_.multiProcessorCount; }
  const cudaDeviceProp& properties() const { return properties_; }
  bool hasPools() const { return properties_.memoryPoolsSupported != 0; }
  /// Bytes of shared memory that a launch of the kernel may ask for, besides what the kernel has of itself.
  template <class Kernel>
  size_t sharedRoom(Kernel kernel) const {
    cudaFuncAttributes attributes{};
    CUDA_CHECK(cudaFuncGetAttributes(&attributes, kernel));
    return properties_.sharedMemPerBlockOptin - std::min(properties_.sharedMemPerBlockOptin, attributes.sharedSizeBytes);
  }

  /// The cloud's coordinates on the device, in its layout; uploaded once and kept while the cloud lives (only the last few clouds). They stay as
  /// long as *keep lives; without it, until the next upload.
  template <class T>
  DevicePoints<T> upload(const PointCloud& cloud, std::shared_ptr<const void>* keep = nullptr);
  /// The same for `count` of the cloud's points, from the `first` on. A stretch is uploaded in the cloud's layout, and kept as clouds are.
  template <class T>
  DevicePoints<T> uploadStretch(const PointCloud& cloud, uint32_t first, uint32_t count, std::shared_ptr<const void>* keep = nullptr);
  /// Takes over the cloud's coordinates, already on the device in its layout: upload() finds them, as long as the cloud is one of the last few used.
  void adopt(const PointCloud& cloud, std::shared_ptr<const Buffer<std::byte>> bytes);

  /// For copies from and to memory that is not page-locked. One caller at a time.
  Staging& staging() { return staging_; }
  /// Bytes that can still be allocated, with those that the pool keeps.
  size_t freeBytes() const;
  /// Whether this many are free. Asks the driver, which may take a millisecond, only if the pool has not kept them.
  bool hasFree(size_t bytes) const { return keptBytes() >= bytes || freeBytes() >= bytes; }

  /// `bytes` from device memory, after the present work of the stream, in memory that the next call reuses: for small and frequent
  /// copies. Large ones go through staging().
  const std::byte* download(const void* from, size_t bytes);

 private:
  struct FreeHost {
    void operator()(std::byte* memory) const { cudaFreeHost(memory); }
  };
  struct Resident {
    std::weak_ptr<const PointArray> points;
    uint32_t first, count;  // of its points
    std::shared_ptr<const Buffer<std::byte>> bytes;
  };
  size_t keptBytes() const;  // in the pool, in use by nobody
  void reserveLanding(size_t bytes);
  const Resident* findResident(const PointCloud& cloud, uint32_t first, uint32_t count);
  const Resident& keep(const PointCloud& cloud, uint32_t first, uint32_t count, std::shared_ptr<const Buffer<std::byte>> bytes);
  const std::shared_ptr<const Buffer<std::byte>>& resident(const PointCloud& cloud);
  void copyCoordinates(void* to, std::span<const std::byte> from);

  void makeStream();

  int index_;
  bool isLane_ = false;
  cudaDeviceProp properties_{};
  std::shared_ptr<CUstream_st> stream_;
  Event timerStart_, timerEnd_;
  bool timing_ = false;
  ThreadPool threads_;
  Staging staging_;
  Staging cloudStaging_{threads_, size_t(8) << 20};  // clouds come once each, and locking pages takes longer than copying
  std::list<Resident> residents_;
  std::unique_ptr<std::byte, FreeHost> landing_;  // of download(): page-locked, so that copies need no detour
  size_t landing_bytes_ = 0;
  std::vector<std::unique_ptr<CudaDevice>> others_;  // of team()
  std::vector<std::shared_ptr<Device>> lanes_;
};

/// The context's device as a GPU; throws Error(wrongUse) when it is not one.
CudaDevice& cudaDevice(const StageContext& context);

}  // namespace arete::cuda
