// What surrounds the kernels that move nodes, of ridges and of wires alike: nodes go to the GPU, one launch moves them, and they come back.
#pragma once

#include <cstring>
#include <vector>

#include "compute/cuda/network/lists_on_device.h"
#include "compute/cuda/network/nodes_on_device.h"
#include "compute/cuda/network/super_points_on_device.h"

namespace arete::cuda {

/// Nodes on the GPU that a kernel shifts, and what each iteration does.
struct ShiftedNodes {
  RidgeNode* nodes;
  uint32_t count;
  ShiftCount* counts;
};

/// All iterations of a shift. `Input`: that of ridge_shift or wire_shift; `launch(points, range, nodes, stream)` launches the kernel.
template <class Input, class Launch>
uint32_t shiftNodes(const Input& in, std::span<RidgeNode> nodes, const StageContext& context, const Launch& launch) {
  context.checkStop();
  if (nodes.empty() || in.iterations == 0) return 0;
  CudaDevice& device = cudaDevice(context);
  const cudaStream_t stream = device.stream();
  const auto points = superPointsOnDevice(in.points, device);
  const Buffer<RidgeNode> there(nodes.size(), stream);
  device.staging().upload(there.data(), nodes.data(), nodes.size_bytes(), stream);
  const Buffer<ShiftCount> counts(in.iterations, stream);
  counts.clear();
  launch(*points, NodeRange::of(nodes), ShiftedNodes{there.data(), uint32_t(nodes.size()), counts.data()}, stream);
  const std::byte* const found = device.download(counts.data(), in.iterations * sizeof(ShiftCount));
  ShiftCount last;
  std::memcpy(&last, found + (in.iterations - 1) * sizeof last, sizeof last);
  if (!in.counts.empty()) std::memcpy(in.counts.data(), found, in.iterations * sizeof last);
  device.staging().download(nodes.data(), there.data(), nodes.size_bytes(), stream);
  return last.went;
}

/// A round of polish, all nodes at once: new places go into a list of their own. `Input`: that of polish or wire_polish; `launch(points, nodes,
/// lists, places, stream)` launches the kernel.
template <class Input, class Launch>
uint32_t polishNodes(const Input& in, std::span<RidgeNode> nodes, const StageContext& context, const Launch& launch) {
  context.checkStop();
  if (nodes.empty()) return 0;
  CudaDevice& device = cudaDevice(context);
  const cudaStream_t stream = device.stream();
  const auto points = superPointsOnDevice(in.points, device);
  const NodesOnDevice there(nodes, device);
  const ListsOnDevice lists(nodes.size(), in.edges, device);
  const Buffer<shared::Vector3> result(nodes.size(), stream);
  launch(*points, there, lists.lists(), result.data(), stream);
  std::vector<shared::Vector3> places(nodes.size());
  device.staging().download(places.data(), result.data(), places.size() * sizeof(shared::Vector3), stream);
  uint32_t went = 0;
  for (size_t i = 0; i < nodes.size(); ++i) went += places[i] != nodes[i].place, nodes[i].place = places[i];
  return went;
}

}  // namespace arete::cuda
