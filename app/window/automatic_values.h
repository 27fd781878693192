// What the parameters took that are left to the program: panels show it where nothing was set.
#pragma once

#include <vector>

#include "compute/engine/frame.h"
#include "ui/panel_reports.h"

namespace arete {

/// Those of the frame's job. Where that is a network on the unit sphere this takes a pass over the cloud; else next to nothing.
std::vector<AutomaticValue> automaticValues(const Frame& frame);

}  // namespace arete
