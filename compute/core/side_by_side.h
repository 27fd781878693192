// Independent pieces of work, each of which uses a device: on CPU threads side by side.
#pragma once

#include <functional>

#include "compute/core/device.h"

namespace arete {

/// Calls body(i, context) for each i < count, as many at once as there are CPU threads, which they share; from the highest i down. On a device other
/// than CPU threads, one after the other. Contexts report no progress. Throws Cancelled, and what `body` throws.
void sideBySide(size_t count, const StageContext& context, const std::function<void(size_t, const StageContext&)>& body);

}  // namespace arete
