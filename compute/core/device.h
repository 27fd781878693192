// Where a version runs: CPU threads, or a CUDA stream.
#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

#include "compute/core/thread_pool.h"

namespace arete {

class PointCloud;

enum class Backend : uint8_t { cpu, cuda };
std::string_view name(Backend backend);

/// The peak speeds of a device; 0 where unknown.
struct Speed {
  double bytesPerSecond = 0;       ///< read from its memory
  double operationsPerSecond = 0;  ///< single-precision additions and multiplications, each one
};

class Device {
 public:
  virtual ~Device() = default;
  virtual Backend backend() const = 0;
  /// For reports and the status bar, e.g. "CPU, 2 threads (Intel Xeon)".
  virtual std::string description() const = 0;
  /// Host threads, for a version's work on the host.
  virtual ThreadPool& threads() = 0;
  /// To be called before a thread other than the one that made the device uses it.
  virtual void comeHere() {}
  /// Copies the cloud's coordinates to where the device computes; otherwise the first version that needs them does. May be called by any thread,
  /// while nobody uses the device. Throws Error.
  virtual void bring(const PointCloud&) {}
  /// For the floors of benchmarks. Measured on the CPU, which takes a moment; on a GPU the values of its data sheet.
  virtual Speed peak() { return {}; }
  /// Measures the device's work from here to stopTimer(), by its own clock. Not nested.
  virtual void startTimer() noexcept {}
  /// In ms, after waiting for all work submitted; 0 where host threads compute, or when the device has failed.
  virtual double stopTimer() noexcept { return 0; }
};

/// `threads` as for ThreadPool.
std::unique_ptr<Device> makeCpuDevice(int threads = 0);

/// What every stage function gets besides its input. A version checks `stop` at least every 50 ms and throws Cancelled.
struct StageContext {
  Device& device;
  std::stop_token stop;
  std::function<void(double fraction)> progress;  ///< 0…1 of the stage; may be empty

  void checkStop() const;
  void report(double fraction) const {
    if (progress) progress(fraction);
  }
};

/// Checks the stop token on every kEvery-th call: for loops on one thread whose turns take at most a few microseconds.
class StopTicker {
 public:
  explicit StopTicker(const StageContext& context) : context_(context) {}
  void operator()() {
    if (++calls_ % kEvery == 0) context_.checkStop();
  }

 private:
  static constexpr uint32_t kEvery = 1024;
  const StageContext& context_;
  uint32_t calls_ = 0;
};

}  // namespace arete
