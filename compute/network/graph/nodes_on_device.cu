#include "compute/network/graph/nodes_on_device.cuh"

#include "compute/gpu/launch_shapes.h"

namespace arete::cuda {

namespace {

__global__ void __launch_bounds__(kUsualBlock) nodePlacesKernel(const RidgeNode* nodes, uint32_t count, shared::Vector3* places) {
  const uint32_t i = blockIdx.x * kUsualBlock + threadIdx.x;
  if (i < count) places[i] = nodes[i].place;
}

Buffer<shared::Vector3> placesOf(const RidgeNode* nodes, size_t count, CudaDevice& device) {
  Buffer<shared::Vector3> places(count, device.stream());
  if (count == 0) return places;
  nodePlacesKernel<<<blocksFor(count, kUsualBlock), kUsualBlock, 0, device.stream()>>>(nodes, uint32_t(count), places.data());
  CUDA_CHECK_LAUNCH("nodePlacesKernel");
  return places;
}

}  // namespace

NodesOnDevice::There::There(Buffer<RidgeNode> from, CudaDevice& device)
    : nodes(std::move(from), device), places(placesOf(nodes.data(), nodes.size(), device), device) {}

NodesOnDevice::NodesOnDevice(const NodesView& nodes, CudaDevice& device) : here_(nodes) {
  const auto upload = [&] {
    Buffer<RidgeNode> there(nodes.size(), device.stream());
    if (!nodes.empty()) device.staging().upload(there.data(), nodes.data(), nodes.size_bytes(), device.stream());
    return std::make_shared<const There>(std::move(there), device);
  };
  const auto isHere = [&](const KeptThere& kept) { return kept.there->nodes.isOn(device); };
  there_ = nodes.kept() == nullptr ? upload() : nodes.kept()->get<KeptThere>(isHere, [&] { return KeptThere{upload()}; })->there;
}

void NodesOnDevice::keep(const MovedNodes& nodes, Buffer<RidgeNode> there, CudaDevice& device) {
  if (nodes.afterwards() == nullptr) return;
  const auto none = [](const KeptThere&) { return false; };
  nodes.afterwards()->get<KeptThere>(none, [&] { return KeptThere{std::make_shared<const There>(std::move(there), device)}; });
}

}  // namespace arete::cuda
