// The host's side of a one-block sweep: S and its indices go to the device, the kernel leaves the survivors' indices in front.
#pragma once

#include <numeric>

#include "compute/chains/decimate/contract.h"
#include "compute/core/distance.h"
#include "compute/gpu/cuda_device.h"

namespace arete::cuda {

template <class T>
struct SweepData {
  T* points;          // count · dimension, row layout
  uint32_t* indices;  // 0 … count−1; afterwards the first *left are those that stay, ascending
  uint32_t* left;
  uint32_t count;
  int dimension;
  T near, far;  // squared R2 and 2·R2
};

/// `launch(SweepData<T>, stream)` for the coordinate type of S.
template <class Launch>
std::vector<uint32_t> runSweep(const DecimateInput& in, const StageContext& context, const Launch& launch) {
  context.checkStop();
  const cudaStream_t stream = cudaDevice(context).stream();
  const PointArray rows = in.chosen.withLayout(Layout::row);
  std::vector<uint32_t> indices(rows.size());
  std::iota(indices.begin(), indices.end(), 0u);
  if (rows.size() <= kFewestChosen) return indices;
  return withScalarType(rows.scalar(), [&]<class T>() {
    Buffer<T> points(rows.elements<T>().size(), stream);
    Buffer<uint32_t> deviceIndices(rows.size(), stream), left(1, stream);
    points.upload(rows.elements<T>());
    deviceIndices.upload(indices);
    launch(SweepData<T>{points.data(), deviceIndices.data(), left.data(), rows.size(), rows.dimension(), shared::squaredRadius<T>(in.r2),
                        shared::squaredRadius<T>(2 * in.r2)},
           stream);
    return deviceIndices.download(left.download(1)[0]);
  });
}

}  // namespace arete::cuda
