// Blocks that can access each other's shared memory: clusters, in code compiled for compute capability 9.0 or newer. In other code every block is
// alone, on whatever card it runs.
#pragma once

#include <cooperative_groups.h>

#include <algorithm>
#include <cstdint>

#include "compute/gpu/compiled_for.h"
#include "compute/gpu/cuda_device.h"
#include "compute/gpu/launch_shapes.h"

namespace arete::cuda {

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 10 * 90  // kWithClusters
__device__ inline uint32_t rankInCluster() { return cooperative_groups::this_cluster().block_rank(); }
__device__ inline void syncCluster() { cooperative_groups::this_cluster().sync(); }
/// The same place in the shared memory of another block of the cluster.
template <class T>
__device__ T* inBlock(T* shared, uint32_t rank) {
  return cooperative_groups::this_cluster().map_shared_rank(shared, rank);
}
#else
__device__ inline uint32_t rankInCluster() { return 0; }
__device__ inline void syncCluster() { __syncthreads(); }
template <class T>
__device__ T* inBlock(T* shared, uint32_t) {
  return shared;
}
#endif

/// How many blocks a cluster of the kernel may have: as many as every card takes that has clusters, or 1.
template <class Kernel>
uint32_t mostInCluster(Kernel kernel) {
  return compiledFor(kernel) >= kWithClusters ? 8 : 1;
}

/// A launch with as many blocks, in clusters, as the device runs side by side, and shared memory of a size that is known only here.
struct ClusterLaunch {
  uint32_t threads, cluster;
  size_t shared_bytes;

  template <class Argument>
  void operator()(const CudaDevice& device, void (*kernel)(Argument), uint32_t mostBlocks, const Argument& argument) const {
    cudaLaunchAttribute attribute{};
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim = {cluster, 1, 1};
    cudaLaunchConfig_t config{};
    config.gridDim = cluster, config.blockDim = threads, config.dynamicSmemBytes = shared_bytes, config.stream = device.stream();
    config.attrs = &attribute, config.numAttrs = cluster > 1 ? 1 : 0;
    CUDA_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, int(shared_bytes)));
    int atOnce = 0;
    if (cluster > 1) {
      CUDA_CHECK(cudaOccupancyMaxActiveClusters(&atOnce, kernel, &config));
    } else {
      atOnce = int(residentBlocks(kernel, threads, shared_bytes)) * device.multiprocessors();
    }
    config.gridDim = std::max(std::min(mostBlocks / cluster, uint32_t(atOnce)), 1u) * cluster;
    CUDA_CHECK(cudaLaunchKernelEx(&config, kernel, argument));
  }
};

}  // namespace arete::cuda
