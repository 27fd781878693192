// The state of the graphics card that computes: its name, its memory, and its errors.
#pragma once

#include <string>

#include <QElapsedTimer>

#include "compute/core/cuda_support.h"
#include "compute/engine/frame.h"
#include "ui/panels.h"

namespace arete {

class GpuWatch {
 public:
  /// A new error, reported once; "" when there is none.
  const std::string& notice() const { return notice_; }
  void failed(const Error& error);
  /// What computes `job`; the picture adds what draws. `frame` may be nullptr. Queries the memory in use, but not at every frame.
  DeviceReport report(const Job& job, const Frame* frame) const;

 private:
  std::string notice_;
  mutable GpuMemory memory_;  ///< as asked for last
  mutable QElapsedTimer sinceMemory_;
};

}  // namespace arete
