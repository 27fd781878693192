// A device that does several things at once through others, as a GPU does, on CPU threads.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "compute/core/side_by_side.h"

namespace arete::test {

class Lanes final : public Device, public LaneDevice {
 public:
  explicit Lanes(int lanes) : threads_(lanes) {}
  Backend backend() const override { return Backend::cuda; }
  std::string description() const override { return "lanes"; }
  ThreadPool& threads() override { return threads_; }
  int mostLanes() const override { return threads_.size(); }
  std::vector<std::shared_ptr<Device>> lanes(int count) override {
    std::vector<std::shared_ptr<Device>> devices;
    for (int lane = 0; lane < count; ++lane) devices.push_back(makeCpuDevice(1));
    return devices;
  }

 private:
  ThreadPool threads_;
};

}  // namespace arete::test
