// Nodes of a network on a GPU, and grids over their places.
#pragma once

#include <algorithm>
#include <vector>

#include "compute/cuda/cuda_device.h"
#include "compute/cuda/network/row_grid.h"
#include "compute/stages/ridge_shift.h"

namespace arete::cuda {

/// What the stages ask of all nodes before they begin.
struct NodeRange {
  PlaceBounds bounds;
  double leastRadius = 0, greatestRadius = 0;

  static NodeRange of(std::span<const RidgeNode> nodes) {
    if (nodes.empty()) return {};
    NodeRange range{{nodes[0].place, nodes[0].place}, nodes[0].radius, nodes[0].radius};
    for (const RidgeNode& node : nodes) {
      for (int k = 0; k < 3; ++k) {
        range.bounds.minimum.set(k, std::min(range.bounds.minimum[k], node.place[k]));
        range.bounds.maximum.set(k, std::max(range.bounds.maximum[k], node.place[k]));
      }
      range.leastRadius = std::min(range.leastRadius, node.radius), range.greatestRadius = std::max(range.greatestRadius, node.radius);
    }
    return range;
  }
};

/// A copy of them, and their places in a list of their own.
class NodesOnDevice {
 public:
  NodesOnDevice(std::span<const RidgeNode> nodes, CudaDevice& device);
  const RidgeNode* nodes() const { return nodes_.data(); }
  uint32_t count() const { return uint32_t(nodes_.size()); }
  const NodeRange& range() const { return range_; }
  const shared::Vector3* placeList() const { return places_.data(); }
  DevicePlaces places(int dimension) const { return {places_.data(), nullptr, count(), dimension, range_.bounds}; }

 private:
  NodeRange range_;
  Buffer<RidgeNode> nodes_;
  Buffer<shared::Vector3> places_;
};

}  // namespace arete::cuda
