#include "compute/core/side_by_side.h"

#include <algorithm>
#include <atomic>

namespace arete {

size_t lanesOf(Device& device) {
  const int threads = device.threads().size();
  const auto* const made = dynamic_cast<const LaneDevice*>(&device);
  if (made == nullptr) return device.backend() == Backend::cpu ? size_t(threads) : 1;
  return size_t(std::min(threads, made->mostLanes()));
}

static std::vector<std::shared_ptr<Device>> lanesFor(Device& device, size_t lanes) {
  if (auto* const made = dynamic_cast<LaneDevice*>(&device)) return made->lanes(int(lanes));
  std::vector<std::shared_ptr<Device>> devices;
  for (size_t lane = 0; lane < lanes; ++lane) devices.push_back(makeCpuDevice(device.threads().size() / int(lanes)));
  return devices;
}

void onLanes(size_t lanes, const StageContext& context, const std::function<void(const StageContext&)>& work) {
  if (lanes < 2) return work({context.device, context.stop, {}});
  const std::vector<std::shared_ptr<Device>> devices = lanesFor(context.device, lanes);
  context.device.threads().forEachRange(lanes, 1, [&](size_t lane, size_t, int) {
    devices[lane]->comeHere();
    work({*devices[lane], context.stop, {}});
  });
}

void sideBySide(size_t count, const StageContext& context, const std::function<void(size_t, const StageContext&)>& body) {
  std::atomic<size_t> begun = 0;
  onLanes(std::min(count, lanesOf(context.device)), context, [&](const StageContext& own) {
    try {
      for (size_t i; (i = begun++) < count;) {
        own.checkStop();
        body(count - 1 - i, own);
      }
    } catch (...) {
      begun = count;
      throw;
    }
  });
}

}  // namespace arete
