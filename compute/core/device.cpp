#include "compute/core/device.h"

#include <atomic>
#include <fstream>

#include "compute/core/cpu_speed.h"
#include "compute/core/cuda_support.h"
#include "compute/core/error.h"

namespace arete {

std::string_view name(Backend backend) { return backend == Backend::cpu ? "cpu" : "cuda"; }

static std::string processorName() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.starts_with("model name"))
      if (const size_t colon = line.find(": "); colon != std::string::npos) return line.substr(colon + 2);
  return {};
}

namespace {

class CpuDevice final : public Device {
 public:
  explicit CpuDevice(int threads) : threads_(threads) {}
  Backend backend() const override { return Backend::cpu; }
  ThreadPool& threads() override { return threads_; }
  Speed peak() override { return measuredSpeed(threads_); }
  std::string description() const override {
    static const std::string processor = processorName();
    const std::string wanted = threads_.size() < threads_.wanted() ? " of " + std::to_string(threads_.wanted()) : "";
    return "CPU, " + std::to_string(threads_.size()) + wanted + (threads_.wanted() == 1 ? " thread" : " threads") +
           (processor.empty() ? "" : " (" + processor + ")");
  }

 private:
  ThreadPool threads_;
};

}  // namespace

std::unique_ptr<Device> makeCpuDevice(int threads) { return std::make_unique<CpuDevice>(threads); }

static std::atomic<int> standardGpuIndex = 0;
int standardGpu() { return standardGpuIndex; }
void setStandardGpu(int index) { standardGpuIndex = index; }

void StageContext::checkStop() const {
  if (stop.stop_requested()) throw Cancelled{};
}

}  // namespace arete
