// A copy of a list on a GPU, made once where the list tells what is kept of it.
#pragma once

#include <memory>
#include <utility>

#include "compute/core/kept.h"
#include "compute/gpu/cuda_device.h"

namespace arete::cuda {

/// May be freed by any thread.
template <class T>
class KeptCopy {
 public:
  KeptCopy(const KeptView<T>& list, CudaDevice& device) : KeptCopy(Buffer<T>(list.size(), device.stream()), device) {
    if (!list.empty()) device.staging().upload(there_.data(), list.data(), list.size_bytes(), stream_.get());
  }
  /// Takes what lies on the device already.
  KeptCopy(Buffer<T> there, CudaDevice& device) : stream_(device.sharedStream()), gpu_(device.index()), there_(std::move(there)) {}
  ~KeptCopy() {
    const OnGpu there(gpu_);
    there_ = {};
  }

  bool isOn(const CudaDevice& device) const { return stream_ == device.sharedStream(); }
  const T* data() const { return there_.data(); }
  size_t size() const { return there_.size(); }

  /// The one that is kept, or a new one.
  static std::shared_ptr<const KeptCopy> of(const KeptView<T>& list, CudaDevice& device) {
    if (list.kept() == nullptr) return std::make_shared<const KeptCopy>(list, device);
    const auto isHere = [&](const std::shared_ptr<const KeptCopy>& kept) { return kept->isOn(device); };
    return *list.kept()->template get<std::shared_ptr<const KeptCopy>>(isHere, [&] { return std::make_shared<const KeptCopy>(list, device); });
  }

 private:
  std::shared_ptr<CUstream_st> stream_;  // first made, last gone
  int gpu_;
  Buffer<T> there_;
};

}  // namespace arete::cuda
