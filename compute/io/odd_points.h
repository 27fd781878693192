// What a user should know of the points that were read, before they are computed with.
#pragma once

#include <optional>
#include <string>

#include "compute/core/cloud_facts.h"
#include "compute/io/read_cloud.h"

namespace arete {

/// What is said of two points or more that are all at one place; else nothing.
std::optional<std::string> onePlaceWarning(const CloudFacts& cloud);

/// Adds warnings: of points far away from all others, and of a place at which many points are one. With the number of a row where all rows of the
/// files are points of the cloud or among those that were left out (`unfiltered`).
void tellOddPoints(bool unfiltered, CloudFile& file);

}  // namespace arete
