// Arrays of other programs as clouds that stay on their GPU.
//
// Idea. Rows are copied once, in the order of a file, whatever their strides and numbers are; everything after looks at the copy alone, because their
// owner may write into them meanwhile. Of each column one reduction finds the values that decide the origin and the type of the cloud (extremes.cuh);
// the host puts these few rows through the survey that it makes of all rows of a file, and so decides as it would for that file. Where an origin or
// another type comes out, a second copy is made with it.
// Memory: n·d numbers, twice that while an origin is taken off. Cost: n·d numbers read and written, then read once or twice a column. What crosses
// the bus is d · 48 bytes and a sample of 512 points. Loses where coordinates are so small that floats cannot hold their squares (below 4e-12): which
// pairs are that near is searched on the host, and the cloud stays there. Source: ours; reductions by CUB.
#include <cuda_fp16.h>

#include <thrust/iterator/counting_iterator.h>
#include <algorithm>
#include <cmath>
#include <cub/device/device_reduce.cuh>
#include <string>
#include <vector>

#include "compute/core/cuda_support.h"
#include "compute/core/distance_range.h"
#include "compute/core/error.h"
#include "compute/core/gpu_arrays.h"
#include "compute/core/one_zero.h"
#include "compute/gpu/arrays/extremes.cuh"
#include "compute/gpu/cuda_device.h"
#include "compute/gpu/cuda_points.h"
#include "compute/gpu/launch_shapes.h"
#include "compute/gpu/with_scratch.h"

namespace arete::cuda {

namespace {

constexpr uint32_t kMostTakeBlocks = 1u << 16;

template <class From>
__host__ __device__ double plainNumber(From x) {
  return double(x);
}
template <>
__host__ __device__ inline double plainNumber(__half x) {
  return double(__half2float(x));
}

template <class From, class T>
__global__ void __launch_bounds__(kUsualBlock)
    takeRowsKernel(const std::byte* from, int64_t rowStride, int64_t columnStride, uint64_t count, uint32_t d, T* to) {
  const uint64_t step = uint64_t(gridDim.x) * kUsualBlock;
  for (uint64_t i = uint64_t(blockIdx.x) * kUsualBlock + threadIdx.x; i < count; i += step) {
    const auto* const place = from + int64_t(i / d) * rowStride + int64_t(i % d) * columnStride;
    to[i] = withOneZero(T(plainNumber(*reinterpret_cast<const From*>(place))));
  }
}

struct TakenOrigins {
  double at[kMaxDimension];
};

template <class From, class To>
__global__ void __launch_bounds__(kUsualBlock) takeOffKernel(const From* from, TakenOrigins origins, uint64_t count, uint32_t d, To* to) {
  const uint64_t step = uint64_t(gridDim.x) * kUsualBlock;
  for (uint64_t i = uint64_t(blockIdx.x) * kUsualBlock + threadIdx.x; i < count; i += step)
    to[i] = withOneZero(To(double(from[i]) - origins.at[i % d]));
}

using SharedBytes = std::shared_ptr<const Buffer<std::byte>>;

/// Rows of floats or doubles on a GPU, and its stream.
struct GpuRows {
  SharedBytes bytes;
  Scalar scalar;
  uint64_t count;
  int dimension;
  cudaStream_t stream;

  template <class T>
  T* as() const {
    return reinterpret_cast<T*>(bytes->data());
  }
  uint64_t numbers() const { return count * uint64_t(dimension); }
};

GpuRows roomForRows(Scalar scalar, uint64_t count, int dimension, cudaStream_t stream) {
  const size_t size = scalar == Scalar::float32 ? sizeof(float) : sizeof(double);
  return {std::make_shared<const Buffer<std::byte>>(size_t(count) * size_t(dimension) * size, stream), scalar, count, dimension, stream};
}

template <class Launch>
void launchOver(uint64_t count, const Launch& launch) {
  launch(uint32_t(std::min<uint64_t>(blocksFor(size_t(count), kUsualBlock), kMostTakeBlocks)));
}

template <class From, class T>
void takeCopyAs(const ForeignArray& from, const GpuRows& to) {
  launchOver(to.numbers(), [&](uint32_t blocks) {
    takeRowsKernel<From, T><<<blocks, kUsualBlock, 0, to.stream>>>(static_cast<const std::byte*>(from.data), from.rowStride, from.columnStride,
                                                                   to.numbers(), uint32_t(to.dimension), to.as<T>());
  });
  CUDA_CHECK_LAUNCH("takeRowsKernel");
}

/// Copies numbers of any type; doubles hold all but 64-bit integers exactly, which NumPy rounds the same way.
void takeCopy(const ForeignArray& from, const GpuRows& to) {
  const auto [kind, bytes] = from.type;
  if (kind == ElementKind::real)
    return bytes == 8 ? takeCopyAs<double, double>(from, to) : bytes == 4 ? takeCopyAs<float, float>(from, to) : takeCopyAs<__half, float>(from, to);
  if (kind == ElementKind::integer)
    return bytes == 8   ? takeCopyAs<int64_t, double>(from, to)
           : bytes == 4 ? takeCopyAs<int32_t, double>(from, to)
           : bytes == 2 ? takeCopyAs<int16_t, double>(from, to)
                        : takeCopyAs<int8_t, double>(from, to);
  return bytes == 8   ? takeCopyAs<uint64_t, double>(from, to)
         : bytes == 4 ? takeCopyAs<uint32_t, double>(from, to)
         : bytes == 2 ? takeCopyAs<uint16_t, double>(from, to)
                      : takeCopyAs<uint8_t, double>(from, to);
}

std::vector<Extremes> extremesOfColumns(const GpuRows& rows, const PointCloud::Origin& origin) {
  const auto d = size_t(rows.dimension);
  const Buffer<Extremes> found(d, rows.stream);
  withScalarType(rows.scalar, [&]<class T>() {
    for (size_t k = 0; k < d; ++k)
      withScratch(rows.stream, [&](void* scratch, size_t& bytes) {
        return cub::DeviceReduce::TransformReduce(scratch, bytes, thrust::counting_iterator<uint64_t>(0), found.data() + k, rows.count,
                                                  MergeExtremes{origin[k]}, LookAtRow<T>{rows.as<T>() + k, d, origin[k]}, noExtremes(), rows.stream);
      });
  });
  return found.download(d);
}

void refuseNotFinite(const std::vector<Extremes>& columns, std::string_view what) {
  size_t column = 0;
  for (size_t k = 1; k < columns.size(); ++k)
    if (columns[k].firstBad < columns[column].firstBad) column = k;
  if (columns[column].firstBad == UINT64_MAX) return;
  throw Error(ErrorKind::badInput, "cannot take these points", what,
              "coordinate " + std::to_string(column) + " of point " + std::to_string(columns[column].firstBad) + " is not finite",
              "leave such points out: points[isfinite(points).all(axis=1)]");
}

/// The survey of the rows that `origin` is taken off, made of four of them: those that decide.
RowSurvey surveyOnGpu(const GpuRows& rows, const PointCloud::Origin& origin, std::string_view what) {
  const std::vector<Extremes> columns = extremesOfColumns(rows, origin);
  refuseNotFinite(columns, what);
  std::vector<double> deciding;
  for (const auto& value : {&Extremes::low, &Extremes::high, &Extremes::small, &Extremes::worst})
    for (const Extremes& column : columns) deciding.push_back(std::isfinite(column.*value) ? column.*value : column.low);
  RowSurvey survey(rows.dimension, origin);
  survey.add(std::span<const double>(deciding));
  return survey;
}

GpuRows withoutOrigin(const GpuRows& rows, const PointCloud::Origin& origin, Scalar scalar) {
  if (scalar == rows.scalar && origin == PointCloud::Origin{}) return rows;
  const GpuRows to = roomForRows(scalar, rows.count, rows.dimension, rows.stream);
  TakenOrigins origins;
  std::ranges::copy(origin, origins.at);
  withScalarType(rows.scalar, [&]<class From>() {
    withScalarType(scalar, [&]<class To>() {
      launchOver(rows.numbers(), [&](uint32_t blocks) {
        takeOffKernel<From, To>
            <<<blocks, kUsualBlock, 0, rows.stream>>>(rows.as<From>(), origins, rows.numbers(), uint32_t(rows.dimension), to.as<To>());
      });
    });
  });
  CUDA_CHECK_LAUNCH("takeOffKernel");
  return to;
}

std::shared_ptr<const CudaPoints> pointsOfRows(const GpuRows& rows, int gpu) {
  return std::make_shared<const CudaPoints>(rows.bytes, gpu, rows.scalar, rows.dimension, uint32_t(rows.count));
}

/// As of a file with these rows, whose type the survey decides.
PointCloud cloudAsOfFile(const GpuRows& rows, RowSurvey survey, std::optional<Scalar> wanted, int gpu, std::string_view what) {
  const PointCloud::Origin origin = PointCloud::originFor(survey.bounds(), rows.dimension);
  if (origin != PointCloud::Origin{}) survey = surveyOnGpu(rows, origin, what);
  const Scalar scalar = chooseScalar(wanted, survey, [](const auto&) {});  // which looks at no row where the survey decides
  const GpuRows local = withoutOrigin(rows, origin, scalar);
  CUDA_CHECK(cudaStreamSynchronize(rows.stream));
  return cloudOnGpu(pointsOfRows(local, gpu), origin, survey.localBounds(scalar));
}

void waitForStream(const std::optional<uintptr_t>& other, cudaStream_t stream) {
  if (other == ForeignArray::kAlreadyWaiting) return;
  if (!other) return CUDA_CHECK(cudaDeviceSynchronize());
  const Event done = makeEvent();
  CUDA_CHECK(cudaEventRecord(done.get(), reinterpret_cast<cudaStream_t>(*other)));
  CUDA_CHECK(cudaStreamWaitEvent(stream, done.get()));
}

[[noreturn]] void refuseArray(std::string_view what, const std::string& reason, std::string_view hint) {
  throw Error(ErrorKind::wrongUse, "cannot take these points", what, reason, hint);
}

/// The GPU whose memory the first and the last number lie in.
int gpuOfArray(const ForeignArray& from, std::string_view what) {
  const auto* const begin = static_cast<const std::byte*>(from.data);
  const std::byte* const end = begin + int64_t(from.rows - 1) * from.rowStride + (from.columns - 1) * from.columnStride;
  int gpu = -1;
  for (const std::byte* place : {begin, end}) {
    cudaPointerAttributes about{};
    const bool known = cudaPointerGetAttributes(&about, place) == cudaSuccess;
    cudaGetLastError();
    if (!known || (about.type != cudaMemoryTypeDevice && about.type != cudaMemoryTypeManaged))
      refuseArray(what, "its numbers do not lie in the memory of a GPU of this process, or no longer",
                  "give an array that is alive, or bring it to the host");
    if (gpu >= 0 && gpu != about.device) refuseArray(what, "its numbers lie on more than one GPU", "bring it to one");
    gpu = about.device;
  }
  const auto size = uintptr_t(from.type.bytes);
  if (uintptr_t(begin) % size != 0 || uintptr_t(from.rowStride) % size != 0 || uintptr_t(from.columnStride) % size != 0)
    refuseArray(what, "its numbers do not lie at multiples of their size", "give a copy of the array");
  return gpu;
}

}  // namespace

static TakenRows takeRows(const ForeignArray& from, const Taking& taking, std::string_view what) {
  if (!cudaUnavailableReason().empty())
    refuseArray(what, "it lies in the memory of a GPU, and here is " + cudaUnavailableReason(), "bring it to the host");
  const int gpu = gpuOfArray(from, what);
  const OnGpu here(gpu);
  const cudaStream_t stream = arraysStream(gpu);
  waitForStream(from.after, stream);
  const bool isFloat = from.type.kind == ElementKind::real && from.type.bytes <= 4;
  const GpuRows rows = roomForRows(isFloat ? Scalar::float32 : Scalar::float64, from.rows, from.columns, stream);
  takeCopy(from, rows);
  const RowSurvey survey = surveyOnGpu(rows, {}, what);  // which waits for the copy
  TakenRows taken{{}, {}, survey.smallest(), survey.largest()};
  if (taking.asGiven) taken.cloud = cloudOnGpu(pointsOfRows(rows, gpu), {}, survey.localBounds(rows.scalar));
  else if (distancesSurelyInRange(Scalar::float32, survey.smallest(), survey.largest()))
    taken.cloud = cloudAsOfFile(rows, survey, taking.wanted, gpu, what);
  else taken.rows = pointsOfRows(rows, gpu)->all();
  return taken;
}

}  // namespace arete::cuda

namespace arete {

TakenRows takeFromGpu(const ForeignArray& from, const Taking& taking, std::string_view what) { return cuda::takeRows(from, taking, what); }

}  // namespace arete
