// The answers of a build without CUDA, which leaves out compute/gpu and all .cu. With CUDA: cuda_device.cpp and the files that time kernels.
#if !defined(ARETE_CUDA)

#include "compute/core/cuda_support.h"
#include "compute/core/error.h"
#include "compute/core/gpu_arrays.h"
#include "compute/core/launch_counts.h"
#include "compute/gpu/measured_kernels.h"
#include "compute/neighbours/knn/knn_on_gpu.h"
#include "compute/network/radius/held_out_score_on_gpu.h"

namespace arete {

const std::string& cudaUnavailableReason() {
  static const std::string reason = "built without CUDA";
  return reason;
}

ErrorKind cudaUnavailableKind() { return ErrorKind::wrongUse; }

const std::vector<Gpu>& gpus() {
  static const std::vector<Gpu> none;
  return none;
}

GpuMemory gpuMemory(int) { return {}; }

LaunchCounts launchCounts() { return {}; }

std::unique_ptr<Device> makeCudaDevice(int, int) {
  throw Error(ErrorKind::wrongUse, "no GPU to compute on", "", cudaUnavailableReason(), "choose the CPU backend");
}

static Error noGpuArrays() { return {ErrorKind::wrongUse, "no GPU to take arrays from", "", cudaUnavailableReason(), "bring it to the host"}; }
TakenRows takeFromGpu(const ForeignArray&, const Taking&, std::string_view) { throw noGpuArrays(); }
uintptr_t gpuStream(int) { throw noGpuArrays(); }
GpuNumbers bringToGpu(const void*, uint64_t, int, ElementType, int) { throw noGpuArrays(); }
void bringToHost(const GpuNumbers&, void*) { throw noGpuArrays(); }
GpuNeighbours neighboursOnGpu(KnnSearcher&, const PointArray&, const KnnQuery&, const StageContext&) { throw noGpuArrays(); }
KnnFunction knnOfGpu(const StageContext&) { return nullptr; }

std::optional<TubeFit> heldOutScoreOnGpu(const Curve&, double, const Fold&, const FoldedCloud&, const HeldOutRules&, const StageContext&) {
  throw Error(ErrorKind::wrongUse, "no GPU to judge networks on", "", cudaUnavailableReason(), "choose the CPU backend");
}

double cudaCopyTime(const PointArray&, const CudaCopy&, Device&) {
  throw Error(ErrorKind::wrongUse, "no GPU to copy on", "", cudaUnavailableReason());
}

double cudaMatrixTime(const PointArray&, double, uint32_t, int, Device&) {
  throw Error(ErrorKind::wrongUse, "no GPU to compare points on", "", cudaUnavailableReason());
}

double cudaDivisionTime(const PointCloud&, const ParamValues&, int, Device&) {
  throw Error(ErrorKind::wrongUse, "no GPU to divide a cloud on", "", cudaUnavailableReason());
}

}  // namespace arete

#endif
