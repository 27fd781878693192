// The job of a command and its device, worked out and made on a thread of their own while the cloud is read, and the cloud brought to the device
// while R1 is suggested: to ask the driver for GPUs and to start CUDA takes longer than to detect.
#pragma once

#include <filesystem>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>

#include "compute/engine/job.h"

namespace arete::cli {

class EarlyDevice {
 public:
  /// Calls job(), then makeDevice() where that is surely a GPU, as it is for a named backend or chains of large files. Asks `reading` to stop where
  /// there is no job.
  EarlyDevice(std::function<Job()> job, std::span<const std::filesystem::path> files, std::stop_source reading, DeviceMaker make = makeDevice);

  /// Waits for it. Throws what job() threw.
  const Job& job() const { return job_.get(); }
  /// The cloud goes to the device of `job`, which is job() for this cloud, as soon as that is there. What goes wrong is reported by whatever uses the
  /// device.
  void bring(const PointCloud& cloud, const Job& job);
  /// What makeDevice() gives and throws; the device that was made early the first time that one like it is asked for.
  std::unique_ptr<Device> take(const Job& job);
  /// The device that take() will give for a job like this one, to work on before. Throws as take() does.
  Device& lend(const Job& job);

 private:
  DeviceMaker make_;
  std::shared_future<Job> job_;
  std::future<std::unique_ptr<Device>> early_;  // null where it is not worth a thread. Its destructor waits
  std::optional<Job> wanted_;                   // of bring()
  std::unique_ptr<Device> lent_;
};

}  // namespace arete::cli
