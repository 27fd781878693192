#include "app/window/gpu_watch.h"

#include <algorithm>

namespace arete {

namespace {

constexpr int kMemoryInterval_ms = 500;

}  // namespace

void GpuWatch::failed(const Error& error) {
  notice_ = error.failed() + ": " + error.reason() + ". " + arete::tr("The CPU goes on with the same answer.");
  if (error.kind() == ErrorKind::deviceLost) notice_.append(" ").append(arete::tr("Start the program again to get the GPU back."));
}

DeviceReport GpuWatch::report(const Job& job, const Frame* frame) const {
  DeviceReport report;
  report.notice = notice_;
  report.whyNoGpu = cudaUnavailableReason();
  if (gpus().empty()) return report;
  const int asked = int(job.params.get(kGpuParam));
  const auto index = size_t(std::clamp(asked == 0 ? standardGpu() : asked - 1, 0, int(gpus().size()) - 1));
  report.gpu = gpus()[index].name;
  report.multiprocessors = gpus()[index].multiprocessors;
  if (frame == nullptr || frame->job.deviceBackend() != Backend::cuda) return report;  // it is not in use
  if (!sinceMemory_.isValid() || sinceMemory_.elapsed() > kMemoryInterval_ms) {
    memory_ = gpuMemory(int(index));
    sinceMemory_.start();
  }
  report.memoryTotal_bytes = memory_.total_bytes;
  report.memoryUsed_bytes = memory_.total_bytes - memory_.free_bytes;
  return report;
}

}  // namespace arete
