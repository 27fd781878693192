// What detect --reference and quality share.
#pragma once

#include <span>
#include <string>

#include "compute/core/polylines.h"
#include "compute/stages/quality.h"

namespace arete::cli {

/// Reads a curve file; what it left out goes to standard error as warnings. Throws Error.
Polylines readReference(const std::string& path);

std::string qualityTable(std::span<const QualityRow> rows);

}  // namespace arete::cli
