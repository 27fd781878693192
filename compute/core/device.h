// Where a version runs: CPU threads, or (issue of the GPU path) a CUDA stream.
#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

#include "compute/core/thread_pool.h"

namespace arete {

enum class Backend : uint8_t { cpu, cuda };
std::string_view name(Backend backend);

/// What a device can do at most; 0 where it is not known.
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
  /// Host threads, for what a version does on the host.
  virtual ThreadPool& threads() = 0;
  /// For the floors of benchmarks. The CPU measures it, which takes a moment; a GPU tells what its data sheet says.
  virtual Speed peak() { return {}; }
  /// Measures what the device does from here to stopTimer(), by its own clock. Not nested.
  virtual void startTimer() noexcept {}
  /// In ms, once all that was asked for is done; 0 where host threads compute, or when the device failed meanwhile.
  virtual double stopTimer() noexcept { return 0; }
};

/// `threads` as for ThreadPool.
std::unique_ptr<Device> makeCpuDevice(int threads = 0);

/// What every stage function gets besides its input. A version looks at `stop` at least every 50 ms and throws Cancelled.
struct StageContext {
  Device& device;
  std::stop_token stop;
  std::function<void(double fraction)> progress;  ///< 0…1 of the stage; may be empty

  void checkStop() const;
  void report(double fraction) const {
    if (progress) progress(fraction);
  }
};

/// Looks at the stop token on every kEvery-th call: for loops on one thread whose turns take less than a microsecond or few.
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
