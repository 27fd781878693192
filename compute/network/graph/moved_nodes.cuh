// What surrounds the kernels that move nodes, of ridges and of wires alike: nodes go to the GPU, one launch moves them, and they come back.
#pragma once

#include <cstring>
#include <memory>
#include <vector>

#include "compute/network/graph/lists_on_device.cuh"
#include "compute/network/graph/node_moves.h"
#include "compute/network/graph/nodes_on_device.cuh"
#include "compute/network/look/super_points_on_device.cuh"

namespace arete::cuda {

/// Nodes on the GPU that a kernel shifts, and what each iteration does.
struct ShiftedNodes {
  RidgeNode* nodes;
  uint32_t count;
  ShiftCount* counts;
};

/// All iterations of a shift. `launch(points, range, nodes, stream)` launches the kernel.
template <class Launch>
uint32_t shiftNodes(const RidgeShiftInput& in, const MovedNodes& nodes, const StageContext& context, const Launch& launch) {
  context.checkStop();
  if (nodes.empty() || in.iterations == 0) return 0;
  CudaDevice& device = cudaDevice(context);
  const cudaStream_t stream = device.stream();
  const auto points = superPointsOnDevice(in.points, device);
  Buffer<RidgeNode> there(nodes.size(), stream);
  device.staging().upload(there.data(), nodes.data(), nodes.size_bytes(), stream);
  const Buffer<ShiftCount> counts(in.iterations, stream);
  counts.clear();
  launch(*points, NodeRange::of(nodes), ShiftedNodes{there.data(), uint32_t(nodes.size()), counts.data()}, stream);
  const std::byte* const found = device.download(counts.data(), in.iterations * sizeof(ShiftCount));
  ShiftCount last;
  std::memcpy(&last, found + (in.iterations - 1) * sizeof last, sizeof last);
  if (!in.counts.empty()) std::memcpy(in.counts.data(), found, in.iterations * sizeof last);
  device.staging().download(nodes.data(), there.data(), nodes.size_bytes(), stream);
  NodesOnDevice::keep(nodes, std::move(there), device);
  return last.went;
}

/// One round: every node's place before and after it, and how many moved, which the kernel adds up.
struct PolishRound {
  const shared::Vector3* from;
  shared::Vector3* to;
  uint32_t* moved;  ///< 0 at first
};

/// The rounds of polish that are asked for, all nodes at once in each, while the nodes stay on the GPU: places change between two lists. A round
/// after one that moves nothing moves nothing, so no round is waited for.
class PolishOnDevice {
 public:
  PolishOnDevice(const SuperPoints& points, std::span<const Edge> edges, std::span<const RidgeNode> nodes, uint32_t rounds, CudaDevice& device)
      : device_(device),
        points_(superPointsOnDevice(points, device)),
        nodes_(nodes, device),
        lists_(nodes.size(), edges, device),
        places_(2 * nodes.size(), device.stream()),
        moved_(rounds + 1, device.stream()),
        rounds_(rounds),
        at_(nodes_.placeList()) {
    moved_.clear();
  }

  const SuperPointsOnDevice& points() const { return *points_; }
  const NodesOnDevice& nodes() const { return nodes_; }
  NeighbourLists lists() const { return lists_.lists(); }
  /// How many moved in each round, and one more, 0.
  uint32_t* moved() const { return moved_.data(); }
  /// Where the nodes are.
  const shared::Vector3* places() const { return at_; }
  /// The list that they are not in.
  shared::Vector3* otherPlaces() const { return at_ == places_.data() ? places_.data() + nodes_.count() : places_.data(); }
  void goTo(const shared::Vector3* places) { at_ = places; }

  /// launch(round, stream) launches the kernel of a round.
  template <class Launch>
  void run(const Launch& launch) {
    for (uint32_t round = 0; round < rounds_; ++round) {
      const PolishRound here{at_, otherPlaces(), moved() + round};
      launch(here, device_.stream());
      goTo(here.to);
    }
  }
  /// Takes the nodes back. Returns how many moved in each round; the last number is whoever's that added to it.
  std::vector<uint32_t> finish(std::span<RidgeNode> nodes) const {
    std::vector<uint32_t> moved(rounds_ + 1);
    std::memcpy(moved.data(), device_.download(moved_.data(), moved.size() * sizeof(uint32_t)), moved.size() * sizeof(uint32_t));
    std::vector<shared::Vector3> places(nodes.size());
    device_.staging().download(places.data(), at_, places.size() * sizeof(shared::Vector3), device_.stream());
    moveTo(places, nodes);
    return moved;
  }

 private:
  CudaDevice& device_;
  const std::shared_ptr<const SuperPointsOnDevice> points_;
  const NodesOnDevice nodes_;
  const ListsOnDevice lists_;
  const Buffer<shared::Vector3> places_;
  const Buffer<uint32_t> moved_;
  const uint32_t rounds_;
  const shared::Vector3* at_;
};

/// What `in` asks for of these numbers, one of each round.
inline uint32_t tellMoved(const PolishInput& in, std::span<const uint32_t> moved) {
  uint32_t round = 0;
  return inRounds(in, [&](bool) { return moved[round++]; });
}

}  // namespace arete::cuda
