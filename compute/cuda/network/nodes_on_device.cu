#include "compute/cuda/network/nodes_on_device.h"

#include "compute/cuda/launch_shapes.h"

namespace arete::cuda {

namespace {

__global__ void __launch_bounds__(kUsualBlock) nodePlacesKernel(const RidgeNode* nodes, uint32_t count, shared::Vector3* places) {
  const uint32_t i = blockIdx.x * kUsualBlock + threadIdx.x;
  if (i < count) places[i] = nodes[i].place;
}

}  // namespace

NodesOnDevice::NodesOnDevice(std::span<const RidgeNode> nodes, CudaDevice& device)
    : here_(nodes), nodes_(nodes.size(), device.stream()), places_(nodes.size(), device.stream()) {
  if (nodes.empty()) return;
  device.staging().upload(nodes_.data(), nodes.data(), nodes.size_bytes(), device.stream());
  nodePlacesKernel<<<blocksFor(nodes.size(), kUsualBlock), kUsualBlock, 0, device.stream()>>>(nodes_.data(), count(), places_.data());
  CUDA_CHECK_LAUNCH("nodePlacesKernel");
}

}  // namespace arete::cuda
