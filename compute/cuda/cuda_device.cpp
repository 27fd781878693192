#include "compute/cuda/cuda_device.h"

#include <algorithm>
#include <utility>

#include "compute/core/cuda_support.h"
#include "compute/core/error.h"
#include "compute/cuda/kept_blocks.h"

namespace arete {

const std::string& cudaUnavailableReason() {
  static const std::string reason = [] {
    int count = 0;
    const cudaError_t code = cudaGetDeviceCount(&count);
    if (code == cudaSuccess && count > 0) return std::string();
    cudaGetLastError();
    if (code == cudaErrorInsufficientDriver) return std::string("no NVIDIA driver, or one too old for CUDA ") + std::to_string(CUDART_VERSION / 1000);
    if (code == cudaErrorNoDevice || count == 0) return std::string("no NVIDIA GPU");
    return std::string(cudaGetErrorString(code));
  }();
  return reason;
}

const std::vector<Gpu>& gpus() {
  static const std::vector<Gpu> found = [] {
    std::vector<Gpu> list;
    int count = 0;
    if (cudaUnavailableReason().empty()) CUDA_CHECK(cudaGetDeviceCount(&count));
    for (int i = 0; i < count; ++i) {
      cudaDeviceProp properties{};
      CUDA_CHECK(cudaGetDeviceProperties(&properties, i));
      list.push_back({properties.name, properties.multiProcessorCount, properties.totalGlobalMem});
    }
    return list;
  }();
  return found;
}

GpuMemory gpuMemory(int index) {
  GpuMemory memory;
  if (cudaSetDevice(index) == cudaSuccess && cudaMemGetInfo(&memory.free_bytes, &memory.total_bytes) == cudaSuccess) return memory;
  cudaGetLastError();
  return {};
}

std::unique_ptr<Device> makeCudaDevice(int index, int threads) {
  if (!cudaUnavailableReason().empty())
    throw Error(ErrorKind::wrongUse, "no GPU to compute on", "", cudaUnavailableReason(), "choose the CPU backend: it gives the same answer");
  if (const size_t count = gpus().size(); index < 0 || size_t(index) >= count)
    throw Error(ErrorKind::wrongUse, "no such GPU", std::to_string(index + 1), "this machine has " + std::to_string(count),
                "leave the GPU to be chosen: 0");
  return std::make_unique<cuda::CudaDevice>(index, threads);
}

namespace cuda {

CudaDevice::CudaDevice(int index, int threads) : index_(index), threads_(threads), staging_(threads_) {
  CUDA_CHECK(cudaSetDevice(index));
  CUDA_CHECK(cudaGetDeviceProperties(&properties_, index));
  makeStream();
  cudaMemPool_t pool = nullptr;
  CUDA_CHECK(cudaDeviceGetDefaultMemPool(&pool, index));
  uint64_t keepAll = UINT64_MAX;  // freed memory stays in the pool, so that the next run of a dragged R1 allocates at no cost
  CUDA_CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keepAll));
  int no = 0;  // a lane takes no memory for which it would have to wait for another one
  CUDA_CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolReuseAllowInternalDependencies, &no));
}

static constexpr size_t kLaneHalf_bytes = size_t(1) << 20;  // of lanes, whose copies are small and, of unlocked memory, wait for each other

CudaDevice::CudaDevice(const CudaDevice& beside, int threads)
    : index_(beside.index_), isLane_(true), properties_(beside.properties_), threads_(threads), staging_(threads_, kLaneHalf_bytes) {
  const OnGpu here(index_);
  makeStream();
  keepBlocksOf(stream());
}

void CudaDevice::makeStream() {
  cudaStream_t stream = nullptr;
  CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  stream_.reset(stream, [](cudaStream_t made) {
    forgetBlocksOf(made);
    cudaStreamDestroy(made);
  });
  timerStart_ = makeEvent();
  timerEnd_ = makeEvent();
}

CudaDevice::~CudaDevice() {
  lanes_.clear();
  others_.reset();
  residents_.clear();
  cudaStreamSynchronize(stream());
  if (isLane_) return;
  cudaMemPool_t pool = nullptr;
  if (cudaDeviceGetDefaultMemPool(&pool, index_) == cudaSuccess) cudaMemPoolTrimTo(pool, 0);  // the picture may need it
}

const std::vector<std::unique_ptr<CudaDevice>>& CudaDevice::others() {
  if (others_) return *others_;
  const OnGpu here(index_);  // making a device makes it current
  std::vector<std::unique_ptr<CudaDevice>> made;
  const int count = int(gpus().size()), threadsEach = std::max(threads_.size() / count, 1);
  for (int index = 0; index < count; ++index)
    if (index != index_) made.push_back(std::make_unique<CudaDevice>(index, threadsEach));
  return others_.emplace(std::move(made));
}

std::string CudaDevice::description() const {
  return std::string(properties_.name) + ", compute capability " + std::to_string(properties_.major) + "." + std::to_string(properties_.minor) +
         ", " + std::to_string(properties_.multiProcessorCount) + " multiprocessors";
}

void CudaDevice::startTimer() noexcept { timing_ = cudaEventRecord(timerStart_.get(), stream()) == cudaSuccess; }

double CudaDevice::stopTimer() noexcept {
  float milliseconds = 0;
  const bool done = std::exchange(timing_, false) && cudaEventRecord(timerEnd_.get(), stream()) == cudaSuccess &&
                    cudaEventSynchronize(timerEnd_.get()) == cudaSuccess &&
                    cudaEventElapsedTime(&milliseconds, timerStart_.get(), timerEnd_.get()) == cudaSuccess;
  return done ? double(milliseconds) : 0;  // the next checked call reports what went wrong
}

/// As in the data sheet: two transfers per memory clock, two operations per core and clock.
Speed CudaDevice::peak() {
  int clock_kHz = 0, memoryClock_kHz = 0, bus_bits = 0;
  CUDA_CHECK(cudaDeviceGetAttribute(&clock_kHz, cudaDevAttrClockRate, index_));
  CUDA_CHECK(cudaDeviceGetAttribute(&memoryClock_kHz, cudaDevAttrMemoryClockRate, index_));
  CUDA_CHECK(cudaDeviceGetAttribute(&bus_bits, cudaDevAttrGlobalMemoryBusWidth, index_));
  const int capability = 10 * properties_.major + properties_.minor, cores = capability > 80 ? 128 : 64;
  return {2e3 * memoryClock_kHz * bus_bits / 8, 2e3 * clock_kHz * cores * properties_.multiProcessorCount};
}

/// More take memory, and wait for each other in the driver.
int CudaDevice::mostLanes() const { return 16; }

std::vector<std::shared_ptr<Device>> CudaDevice::lanes(int count) {
  const int threads = std::max(threads_.size() / mostLanes(), 1);
  while (int(lanes_.size()) < count) lanes_.push_back(std::make_shared<CudaDevice>(*this, threads));
  return {lanes_.begin(), lanes_.begin() + count};
}

void CudaDevice::comeHere() { CUDA_CHECK(cudaSetDevice(index_)); }

void CudaDevice::bring(const PointCloud& cloud) {
  const OnGpu here(index_);
  resident(cloud);
}

const std::shared_ptr<const Buffer<std::byte>>& CudaDevice::resident(const PointCloud& cloud) {
  residents_.remove_if([](const Resident& each) { return each.points.expired(); });
  for (auto each = residents_.begin(); each != residents_.end(); ++each)
    if (each->points.lock() == cloud.sharedPoints()) {
      residents_.splice(residents_.begin(), residents_, each);
      return each->bytes;
    }
  const PointArray& points = cloud.points();
  const auto bytes = std::make_shared<const Buffer<std::byte>>(points.bytes(), stream());
  // Locking pays for itself in a large copy. The driver's own copies of unlocked memory also block those of the window until they end.
  constexpr size_t kLarge_bytes = size_t(64) << 20;
  withScalarType(points.scalar(), [&]<class T>() {
    const auto from = std::as_bytes(std::span<const T>(points.elements<T>()));
    if (from.size() < kLarge_bytes) bytes->upload(from);
    else cloudStaging_.upload(bytes->data(), from.data(), from.size(), stream());
  });
  CUDA_CHECK(cudaStreamSynchronize(stream()));
  adopt(cloud, bytes);
  return residents_.front().bytes;
}

void CudaDevice::adopt(const PointCloud& cloud, std::shared_ptr<const Buffer<std::byte>> bytes) {
  constexpr size_t kKept = 3;
  while (residents_.size() >= kKept) residents_.pop_back();
  residents_.push_front({cloud.sharedPoints(), std::move(bytes)});
}

void CudaDevice::reserveLanding(size_t bytes) {
  constexpr size_t kLeast_bytes = 1 << 20;
  if (bytes <= landing_bytes_) return;
  const size_t wanted = std::max(bytes + bytes / 2, kLeast_bytes);
  void* memory = nullptr;
  landing_.reset();
  landing_bytes_ = 0;
  CUDA_CHECK(cudaMallocHost(&memory, wanted));
  landing_.reset(static_cast<std::byte*>(memory));
  landing_bytes_ = wanted;
}

const std::byte* CudaDevice::download(const void* from, size_t bytes) {
  reserveLanding(bytes);
  CUDA_CHECK(cudaMemcpyAsync(landing_.get(), from, bytes, cudaMemcpyDeviceToHost, stream()));
  CUDA_CHECK(cudaStreamSynchronize(stream()));
  return landing_.get();
}

size_t CudaDevice::freeBytes() const {
  size_t free = 0, total = 0;
  CUDA_CHECK(cudaMemGetInfo(&free, &total));
  return free + keptBytes();
}

size_t CudaDevice::keptBytes() const {
  cudaMemPool_t pool = nullptr;
  uint64_t reserved = 0, used = 0;
  CUDA_CHECK(cudaDeviceGetDefaultMemPool(&pool, index_));
  CUDA_CHECK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &reserved));
  CUDA_CHECK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used));
  return reserved - used;
}

template <class T>
DevicePoints<T> CudaDevice::upload(const PointCloud& cloud, std::shared_ptr<const void>* keep) {
  const PointsView<T> view = cloud.sharedPoints()->template view<T>();  // of a part without coordinates here: all but these
  const auto& bytes = resident(cloud);
  if (keep != nullptr) *keep = bytes;
  return {reinterpret_cast<const T*>(bytes->data()), view.count, view.dimension, view.pointStride, view.coordinateStride};
}
template DevicePoints<float> CudaDevice::upload<float>(const PointCloud&, std::shared_ptr<const void>*);
template DevicePoints<double> CudaDevice::upload<double>(const PointCloud&, std::shared_ptr<const void>*);

CudaDevice& cudaDevice(const StageContext& context) {
  if (auto* device = dynamic_cast<CudaDevice*>(&context.device)) return *device;
  throw Error(ErrorKind::wrongUse, "wrong device", "", "a CUDA version was given the CPU", "choose the cuda backend");
}

}  // namespace cuda
}  // namespace arete
