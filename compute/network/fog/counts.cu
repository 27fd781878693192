// fog.cuda.counts: one pass finds the box and the weight of the cloud, another adds the weights up by cells with atomics; the cells are sorted for
// their median. Memory: 16 bytes a cell, one for 64 points. Cost: two passes over the super-points and a sort of the cells. Floor: reading places and
// weights once. Loses to the CPU for a few ten thousand super-points. Source: 3D, G.
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <cstring>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>

#include "compute/gpu/launch_shapes.h"
#include "compute/gpu/with_scratch.h"
#include "compute/network/fog/contract.h"
#include "compute/network/look/super_points_on_device.cuh"

namespace arete::cuda {

namespace {

using Weight = unsigned long long;

/// Of some places: the box that they are in, and what they weigh.
struct BoxAndWeight {
  shared::Vector3 low, high;
  int64_t weight;
};

struct BoxOfPlace {
  const shared::Vector3* places;
  const int64_t* weights;
  __device__ BoxAndWeight operator()(uint32_t i) const { return {places[i], places[i], weights[i]}; }
};

struct BothBoxes {
  __device__ BoxAndWeight operator()(const BoxAndWeight& a, const BoxAndWeight& b) const {
    return {{shared::lesser(a.low.x, b.low.x), shared::lesser(a.low.y, b.low.y), shared::lesser(a.low.z, b.low.z)},
            {shared::greater(a.high.x, b.high.x), shared::greater(a.high.y, b.high.y), shared::greater(a.high.z, b.high.z)},
            a.weight + b.weight};
  }
};

__global__ void __launch_bounds__(kUsualBlock) fogWeightsKernel(DevicePlaces points, FogCells cells, Weight* weights) {
  const uint32_t i = blockIdx.x * kUsualBlock + threadIdx.x;
  if (i < points.count) atomicAdd(weights + cells.of(points.places[i]), static_cast<Weight>(points.weights[i]));
}

BoxAndWeight boxOf(const DevicePlaces& points, CudaDevice& device) {
  const cudaStream_t stream = device.stream();
  const Buffer<BoxAndWeight> found(1, stream);
  const auto boxes = thrust::make_transform_iterator(thrust::counting_iterator<uint32_t>(0), BoxOfPlace{points.places, points.weights});
  const shared::Vector3 first = points.bounds.minimum, last = points.bounds.maximum;
  const BoxAndWeight none{last, first, 0};  // what every place's box is added to; the bounds hold them all
  withScratch(stream, [&](void* scratch, size_t& bytes) {
    return cub::DeviceReduce::Reduce(scratch, bytes, boxes, found.data(), points.count, BothBoxes{}, none, stream);
  });
  BoxAndWeight box;
  std::memcpy(&box, device.download(found.data(), sizeof box), sizeof box);
  return box;
}

}  // namespace

Fog fogCounts(const FogInput& in, const StageContext& context) {
  context.checkStop();
  if (in.points.size() == 0) return {};
  CudaDevice& device = cudaDevice(context);
  const cudaStream_t stream = device.stream();
  const auto points = superPointsOnDevice(in.points, device);
  const BoxAndWeight box = boxOf(points->places(), device);
  const FogCells cells = fogCells(box.low, box.high, double(box.weight) / in.rules.fogCell);
  if (!cells.saySomething()) return {};
  const auto count = size_t(cells.count());
  const Buffer<Weight> weights(count, stream), sorted(count, stream);
  weights.clear();
  fogWeightsKernel<<<blocksFor(in.points.size(), kUsualBlock), kUsualBlock, 0, stream>>>(points->places(), cells, weights.data());
  CUDA_CHECK_LAUNCH("fogWeightsKernel");
  withScratch(stream, [&](void* scratch, size_t& bytes) {
    return cub::DeviceRadixSort::SortKeys(scratch, bytes, weights.data(), sorted.data(), count, 0, 64, stream);
  });
  int64_t median = 0;
  std::memcpy(&median, device.download(sorted.data() + (count - 1) / 2, sizeof median), sizeof median);
  return fogOf(cells, median, box.weight);
}

}  // namespace arete::cuda
