#include "app/cli/early_device.h"

#include <system_error>
#include <utility>

#include "compute/core/error.h"

namespace arete::cli {

/// Pipes have none.
static uint64_t bytesOf(std::span<const std::filesystem::path> files) {
  uint64_t bytes = 0;
  for (const std::filesystem::path& file : files) {
    std::error_code none;
    const uintmax_t size = std::filesystem::file_size(file, none);
    if (!none) bytes += size;
  }
  return bytes;
}

/// Not where it depends on the cloud whether a GPU is wanted (forOneRun()). Large files take as long to read as CUDA takes to start.
static bool surelyOnGpu(const Job& job, uint64_t fileBytes) {
  constexpr uint64_t kLarge_bytes = 100'000'000;
  const bool isKnown = job.backend || (job.curveKind() == CurveKind::chains && fileBytes >= kLarge_bytes);
  return isKnown && job.deviceBackend() == Backend::cuda;
}

EarlyDevice::EarlyDevice(std::function<Job()> job, std::span<const std::filesystem::path> files, std::stop_source reading, DeviceMaker make)
    : make_(std::move(make)) {
  auto known = std::make_shared<std::promise<Job>>();
  job_ = known->get_future().share();
  auto findJob = [job = std::move(job), reading, known]() mutable {
    try {
      known->set_value(job());
    } catch (...) {
      known->set_exception(std::current_exception());
      reading.request_stop();
    }
  };
  auto begin = [findJob, made = job_, make = make_, fileBytes = bytesOf(files)]() mutable -> std::unique_ptr<Device> {
    findJob();
    try {
      return surelyOnGpu(made.get(), fileBytes) ? make(made.get()) : nullptr;
    } catch (const Error&) {  // told when somebody asks for the job, or for its device
      return nullptr;
    }
  };
  try {
    early_ = std::async(std::launch::async, begin);
  } catch (const std::system_error&) {  // no more threads: then one thing after the other
    auto alone = findJob;
    alone();
  }
}

void EarlyDevice::bring(const PointCloud& cloud, const Job& job) {
  wanted_ = job;
  if (!early_.valid() || job.backend == Backend::cpu || job.dividesAmongGpus()) return;
  const auto made = std::make_shared<std::future<std::unique_ptr<Device>>>(std::move(early_));
  const auto bringIt = [made, cloud, job, make = make_] {
    std::unique_ptr<Device> device = made->get();
    try {
      if (!device && job.deviceBackend() == Backend::cuda) device = make(job);
      if (device) device->bring(cloud);
    } catch (const Error&) {  // no GPU after all, or too little memory: the detection meets the same and knows what to do
    }
    return device;
  };
  try {
    early_ = std::async(std::launch::async, bringIt);
  } catch (const std::system_error&) {
    early_ = std::move(*made);
  }
}

static bool sameDevice(const Job& a, const Job& b) {
  const auto same = [&](const ParamInfo& info) { return a.params.get(info) == b.params.get(info); };
  return a.deviceBackend() == b.deviceBackend() && same(kThreadsParam) && same(kGpuParam);
}

std::unique_ptr<Device> EarlyDevice::take(const Job& job) {
  std::unique_ptr<Device> device;
  if (wanted_ && sameDevice(job, *wanted_)) device = lent_ ? std::move(lent_) : early_.valid() ? early_.get() : nullptr;
  if (!device) return make_(job);
  device->comeHere();
  return device;
}

Device& EarlyDevice::lend(const Job& job) {
  lent_ = take(job);
  return *lent_;
}

}  // namespace arete::cli
