#include "compute/cuda/network/nodes_on_device.h"

#include "compute/cuda/launch_shapes.h"

namespace arete::cuda {

namespace {

__global__ void __launch_bounds__(kUsualBlock) nodePlacesKernel(const RidgeNode* nodes, uint32_t count, shared::Vector3* places) {
  const uint32_t i = blockIdx.x * kUsualBlock + threadIdx.x;
  if (i < count) places[i] = nodes[i].place;
}

}  // namespace

NodesOnDevice::There::There(std::span<const RidgeNode> from, CudaDevice& device)
    : stream(device.sharedStream()), gpu(device.index()), nodes(from.size(), stream.get()), places(from.size(), stream.get()) {
  if (from.empty()) return;
  device.staging().upload(nodes.data(), from.data(), from.size_bytes(), stream.get());
  const auto count = uint32_t(from.size());
  nodePlacesKernel<<<blocksFor(count, kUsualBlock), kUsualBlock, 0, stream.get()>>>(nodes.data(), count, places.data());
  CUDA_CHECK_LAUNCH("nodePlacesKernel");
}

NodesOnDevice::There::~There() {
  const OnGpu there(gpu);
  nodes = {}, places = {};
}

NodesOnDevice::NodesOnDevice(const NodesView& nodes, CudaDevice& device) : here_(nodes) {
  const auto upload = [&] { return std::make_shared<const There>(nodes, device); };
  const auto isHere = [&](const KeptThere& kept) { return kept.there->stream == device.sharedStream(); };
  there_ = nodes.kept() == nullptr ? upload() : nodes.kept()->get<KeptThere>(isHere, [&] { return KeptThere{upload()}; })->there;
}

}  // namespace arete::cuda
