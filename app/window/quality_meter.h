// Measures the curve against a reference curve on a thread of its own; the newest request wins.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "compute/core/error.h"
#include "compute/core/polylines.h"
#include "compute/engine/frame.h"
#include "ui/panels.h"

namespace arete {

class QualityMeter {
 public:
  /// Called on the measuring thread.
  using Done = std::function<void(std::vector<QualityLine>, std::optional<Error>)>;

  explicit QualityMeter(Done done) : done_(std::move(done)) {}
  void measure(std::shared_ptr<const Frame> frame, std::shared_ptr<const Polylines> reference);
  void cancel() { thread_.request_stop(); }

 private:
  const Done done_;
  std::jthread thread_;
};

}  // namespace arete
