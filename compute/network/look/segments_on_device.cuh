// A tree of segments on a GPU, for the searches of compute/core/segment_search.h.
#pragma once

#include "compute/core/segment_tree.h"
#include "compute/gpu/cuda_device.h"

namespace arete::cuda {

/// What lies in a list of the host, in memory of the device.
template <class T>
Buffer<T> copyOnDevice(std::span<const T> from, CudaDevice& device) {
  Buffer<T> to(from.size(), device.stream());
  if (!from.empty()) device.staging().upload(to.data(), from.data(), from.size_bytes(), device.stream());
  return to;
}

/// A copy of the tree, which need not live as long.
class SegmentsOnDevice {
 public:
  SegmentsOnDevice(const SegmentTree& tree, CudaDevice& device)
      : ends_(copyOnDevice(tree.ends(), device)),
        nodes_(copyOnDevice(tree.nodes(), device)),
        boxes_(copyOnDevice(tree.boxes(), device)),
        numbers_(copyOnDevice(tree.numbers(), device)),
        dimension_(tree.view().dimension) {}

  shared::SegmentTreeView view() const { return {ends_.data(), nodes_.data(), boxes_.data(), numbers_.data(), dimension_}; }

 private:
  Buffer<double> ends_;
  Buffer<shared::SegmentNode> nodes_;
  Buffer<double> boxes_;
  Buffer<uint32_t> numbers_;
  int dimension_;
};

}  // namespace arete::cuda
