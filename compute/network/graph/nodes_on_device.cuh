// Nodes of a network on a GPU, and grids over their places.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <span>

#include "compute/gpu/cuda_device.h"
#include "compute/network/graph/kept_copy.cuh"
#include "compute/network/look/row_grid.cuh"
#include "compute/network/ridge_shift/contract.h"

namespace arete::cuda {

/// What the stages ask of all nodes before they begin.
struct NodeRange {
  PlaceBounds bounds;
  double leastRadius = 0, greatestRadius = 0;

  static NodeRange of(std::span<const RidgeNode> nodes) {
    if (nodes.empty()) return {};
    NodeRange range{{nodes[0].place, nodes[0].place}, nodes[0].radius, nodes[0].radius};
    shared::Vector3 &least = range.bounds.minimum, &greatest = range.bounds.maximum;
    for (const RidgeNode& node : nodes) {
      least.x = std::min(least.x, node.place.x), greatest.x = std::max(greatest.x, node.place.x);
      least.y = std::min(least.y, node.place.y), greatest.y = std::max(greatest.y, node.place.y);
      least.z = std::min(least.z, node.place.z), greatest.z = std::max(greatest.z, node.place.z);
      range.leastRadius = std::min(range.leastRadius, node.radius), range.greatestRadius = std::max(range.greatestRadius, node.radius);
    }
    return range;
  }
};

/// A copy of them, and their places in a list of their own. With nodes that tell what is kept of them it is made once.
class NodesOnDevice {
 public:
  /// `nodes` must outlive it.
  NodesOnDevice(const NodesView& nodes, CudaDevice& device);
  /// Keeps what a version has of nodes that it moved, as they are afterwards.
  static void keep(const MovedNodes& nodes, Buffer<RidgeNode> there, CudaDevice& device);
  const RidgeNode* nodes() const { return there_->nodes.data(); }
  uint32_t count() const { return uint32_t(here_.size()); }
  /// Found when first asked for.
  const NodeRange& range() const {
    if (!range_) range_ = NodeRange::of(here_);
    return *range_;
  }
  const shared::Vector3* placeList() const { return there_->places.data(); }
  DevicePlaces places(int dimension) const { return {placeList(), nullptr, count(), dimension, range().bounds}; }

 private:
  struct There {
    There(Buffer<RidgeNode> from, CudaDevice& device);

    KeptCopy<RidgeNode> nodes;
    KeptCopy<shared::Vector3> places;
  };
  struct KeptThere {
    std::shared_ptr<const There> there;
  };

  std::span<const RidgeNode> here_;
  std::shared_ptr<const There> there_;
  mutable std::optional<NodeRange> range_;
};

}  // namespace arete::cuda
