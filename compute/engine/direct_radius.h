// R1 of a network where it can be read off the cloud, without making networks.
#pragma once

#include <optional>

#include "compute/core/device.h"
#include "compute/engine/job.h"
#include "compute/network/radius/contract.h"
#include "compute/network/radius/suggest_radius.h"

namespace arete {

/// What the stage says, by the job's version. Clouds of the plane and of space. Throws Cancelled.
CloudRadius radiusSeen(const PointCloud& cloud, const Job& job, const StageContext& context);

/// Whether enough places do at some radius.
bool looksLikeCurves(const CloudRadius& seen);

/// What a user is told of it; none where no R1 was seen.
std::optional<RadiusSuggestion> suggestionOf(const CloudRadius& seen);

/// To eight binary digits: finer ones of a suggestion mean nothing, and R1 of a cloud that is scaled by a power of two scales with it.
double roundedRadius(double radius);

}  // namespace arete
