#include "app/cli/early_device.h"

#include <system_error>
#include <utility>

#include "compute/core/error.h"

namespace arete::cli {

EarlyDevice::EarlyDevice(std::function<Job()> job, std::stop_source reading, DeviceMaker make) : make_(std::move(make)) {
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
  auto begin = [findJob, made = job_, make = make_]() mutable -> std::unique_ptr<Device> {
    findJob();
    try {
      return made.get().deviceBackend() == Backend::cpu ? nullptr : make(made.get());
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

void EarlyDevice::bring(const PointCloud& cloud) {
  if (!early_.valid()) return;
  const auto made = std::make_shared<std::future<std::unique_ptr<Device>>>(std::move(early_));
  const auto bringIt = [made, cloud] {
    std::unique_ptr<Device> device = made->get();
    try {
      if (device) device->bring(cloud);
    } catch (const Error&) {  // too little memory, say: the detection meets the same and knows what to do
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
  if (early_.valid() && sameDevice(job, this->job())) device = early_.get();
  if (!device) return make_(job);
  device->comeHere();
  return device;
}

}  // namespace arete::cli
