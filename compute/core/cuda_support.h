// What the rest of the program asks about CUDA; answered in every build.
#pragma once

#include <memory>
#include <string>

#include "compute/core/device.h"

namespace arete {

/// Why CUDA versions cannot run: "built without CUDA", no driver, no device …; empty when they can. Asks the driver once.
const std::string& cudaUnavailableReason();

/// The GPU `index` with `threads` host threads beside it. Throws Error when cudaUnavailableReason() is not empty.
std::unique_ptr<Device> makeCudaDevice(int index = 0, int threads = 0);

}  // namespace arete
