#include "compute/gpu/cuda_device.h"

#include <algorithm>
#include <utility>

#include "compute/core/cuda_support.h"
#include "compute/core/error.h"
#include "compute/gpu/card_limits.h"
#include "compute/gpu/cuda_points.h"
#include "compute/gpu/kept_blocks.h"
#include "compute/gpu/watch.h"

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
  if (!cuda::gpuIsLost()) return reason;
  static const std::string lost = std::string("the GPU was lost: ") + cuda::whyGpuIsLost();
  return lost;
}

ErrorKind cudaUnavailableKind() { return cuda::gpuIsLost() ? ErrorKind::deviceLost : ErrorKind::wrongUse; }

const std::vector<Gpu>& gpus() {
  static const std::vector<Gpu> found = [] {
    std::vector<Gpu> list;
    int count = 0;
    if (cudaUnavailableReason().empty()) CUDA_CHECK(cudaGetDeviceCount(&count));
    for (int i = 0; i < count; ++i) {
      const cudaDeviceProp properties = cuda::cardProperties(i);
      list.push_back({properties.name, properties.multiProcessorCount, properties.totalGlobalMem, properties.cooperativeLaunch != 0});
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
    throw Error(cudaUnavailableKind(), "no GPU to compute on", "", cudaUnavailableReason(), "choose the CPU backend: it gives the same answer");
  if (const size_t count = gpus().size(); index < 0 || size_t(index) >= count)
    throw Error(ErrorKind::wrongUse, "no such GPU", std::to_string(index + 1), "this machine has " + std::to_string(count),
                "leave the GPU to be chosen: 0");
  return std::make_unique<cuda::CudaDevice>(index, threads);
}

namespace cuda {

CudaDevice::CudaDevice(int index, int threads) : index_(index), threads_(threads), staging_(threads_) {
  CUDA_CHECK(cudaSetDevice(index));
  properties_ = cardProperties(index);
  takeBallast(index);
  makeStream();
  if (!hasPools()) return;
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
}

void CudaDevice::makeStream() {
  cudaStream_t stream = nullptr;
  CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  stream_.reset(stream, [](cudaStream_t made) {
    forgetBlocksOf(made);
    cudaStreamDestroy(made);
  });
  keepBlocksOf(stream);
  timerStart_ = makeEvent();
  timerEnd_ = makeEvent();
}

CudaDevice::~CudaDevice() {
  lanes_.clear();
  others_.clear();
  residents_.clear();
  forgetBlocksOf(stream());
  cudaStreamSynchronize(stream());
  if (isLane_ || !hasPools()) return;
  cudaMemPool_t pool = nullptr;
  if (cudaDeviceGetDefaultMemPool(&pool, index_) == cudaSuccess) cudaMemPoolTrimTo(pool, 0);  // the picture may need it
}

std::vector<CudaDevice*> CudaDevice::team(size_t members, int gpus) {
  const OnGpu here(index_);  // making a device makes it current
  const int all = int(arete::gpus().size()), among = gpus == 0 ? all : std::min(gpus, all);
  const int threadsEach = std::max(threads_.size() / int(std::max<size_t>(members, 1)), 1);
  std::vector<CudaDevice*> team{this};
  std::vector<bool> taken(others_.size());
  while (team.size() < members) {
    const int wanted = (index_ + int(team.size() % size_t(among))) % all;
    size_t at = 0;
    while (at < others_.size() && (taken[at] || others_[at]->index_ != wanted)) ++at;
    if (at == others_.size()) others_.push_back(std::make_unique<CudaDevice>(wanted, threadsEach)), taken.push_back(false);
    taken[at] = true;
    team.push_back(others_[at].get());
  }
  return team;
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

const CudaDevice::Resident* CudaDevice::findResident(const PointCloud& cloud, uint32_t first, uint32_t count) {
  residents_.remove_if([](const Resident& each) { return each.points.expired(); });
  for (auto each = residents_.begin(); each != residents_.end(); ++each)
    if (each->first == first && each->count == count && each->points.lock() == cloud.sharedPoints()) {
      residents_.splice(residents_.begin(), residents_, each);
      return &residents_.front();
    }
  return nullptr;
}

const CudaDevice::Resident& CudaDevice::keep(const PointCloud& cloud, uint32_t first, uint32_t count,
                                             std::shared_ptr<const Buffer<std::byte>> bytes) {
  constexpr size_t kKept = 3;
  while (residents_.size() >= kKept) residents_.pop_back();
  return residents_.emplace_front(Resident{cloud.sharedPoints(), first, count, std::move(bytes)});
}

/// Locking pays for itself in a large copy. The driver's own copies of unlocked memory also block those of the window until they end.
void CudaDevice::copyCoordinates(void* to, std::span<const std::byte> from) {
  constexpr size_t kLarge_bytes = size_t(64) << 20;
  if (from.size() >= kLarge_bytes) cloudStaging_.upload(to, from.data(), from.size(), stream());
  else if (!from.empty()) CUDA_CHECK(cudaMemcpyAsync(to, from.data(), from.size(), cudaMemcpyHostToDevice, stream()));
}

const std::shared_ptr<const Buffer<std::byte>>& CudaDevice::resident(const PointCloud& cloud) {
  if (const Resident* found = findResident(cloud, 0, cloud.size())) return found->bytes;
  if (const auto lying = cudaPointsOf(*cloud.sharedPoints(), index_)) {
    // Then their own stream may free them.
    const auto letGo = [lying, stream = stream_](const Buffer<std::byte>*) { cudaStreamSynchronize(stream.get()); };
    return keep(cloud, 0, cloud.size(), std::shared_ptr<const Buffer<std::byte>>(lying->bytes().get(), letGo)).bytes;
  }
  const PointArray& points = cloud.points();
  const auto bytes = std::make_shared<const Buffer<std::byte>>(points.bytes(), stream());
  withScalarType(points.scalar(), [&]<class T>() { copyCoordinates(bytes->data(), std::as_bytes(std::span<const T>(points.elements<T>()))); });
  CUDA_CHECK(cudaStreamSynchronize(stream()));
  return keep(cloud, 0, cloud.size(), bytes).bytes;
}

void CudaDevice::adopt(const PointCloud& cloud, std::shared_ptr<const Buffer<std::byte>> bytes) { keep(cloud, 0, cloud.size(), std::move(bytes)); }

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
  if (!hasPools()) return 0;
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

template <class T>
DevicePoints<T> CudaDevice::uploadStretch(const PointCloud& cloud, uint32_t first, uint32_t count, std::shared_ptr<const void>* keep) {
  if (first == 0 && count == cloud.size()) return upload<T>(cloud, keep);
  const bool row = cloud.layout() == Layout::row;
  const auto d = size_t(cloud.dimension());
  const Resident* found = findResident(cloud, first, count);
  if (found == nullptr) {
    const PointsView<T> view = cloud.view<T>();
    const auto bytes = std::make_shared<const Buffer<std::byte>>(count * d * sizeof(T), stream());
    const size_t runs = row ? 1 : d, run = row ? count * d : count;
    for (size_t k = 0; k < runs; ++k)
      copyCoordinates(bytes->data() + k * run * sizeof(T), std::as_bytes(std::span(view.point(first) + k * view.coordinateStride, run)));
    CUDA_CHECK(cudaStreamSynchronize(stream()));
    found = &this->keep(cloud, first, count, bytes);
  }
  if (keep != nullptr) *keep = found->bytes;
  return {reinterpret_cast<const T*>(found->bytes->data()), count, cloud.dimension(), row ? d : 1, row ? 1 : size_t(count)};
}
template DevicePoints<float> CudaDevice::uploadStretch<float>(const PointCloud&, uint32_t, uint32_t, std::shared_ptr<const void>*);
template DevicePoints<double> CudaDevice::uploadStretch<double>(const PointCloud&, uint32_t, uint32_t, std::shared_ptr<const void>*);

CudaDevice& cudaDevice(const StageContext& context) {
  if (auto* device = dynamic_cast<CudaDevice*>(&context.device)) return *device;
  throw Error(ErrorKind::wrongUse, "wrong device", "", "a CUDA version was given the CPU", "choose the cuda backend");
}

}  // namespace cuda
}  // namespace arete
