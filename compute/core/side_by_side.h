// Work of several parts that need not know of each other, each of which uses a device: side by side on CPU threads, and on streams of a GPU.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "compute/core/device.h"

namespace arete {

/// A device that works on several things at once through others of its kind; CPU threads are simply divided.
class LaneDevice {
 public:
  virtual ~LaneDevice() = default;
  virtual int mostLanes() const = 0;
  /// The first so many devices on the same hardware, each for a caller on a thread of its own, with a share of the host threads. Kept with this one.
  virtual std::vector<std::shared_ptr<Device>> lanes(int count) = 0;
};

/// How many parts this device computes at once at most.
size_t lanesOf(Device& device);

/// Calls work(context) on so many lanes, each with a device of its own and a share of the threads, and waits for all. Contexts report no progress.
/// Throws what `work` throws first.
void onLanes(size_t lanes, const StageContext& context, const std::function<void(const StageContext&)>& work);

/// Calls body(i, context) for each i < count on as many lanes as there are, from the highest on. Contexts report no progress. Throws Cancelled, and
/// what `body` throws first; what has not begun then does not begin.
void sideBySide(size_t count, const StageContext& context, const std::function<void(size_t, const StageContext&)>& body);

}  // namespace arete
