// Reading the cloud of a detection whose assignment has a row for each row of the files, whatever points take part, and in whatever order.
#pragma once

#include "app/cli/detection.h"
#include "compute/io/read_clouds.h"

namespace arete::cli {

/// As readWithProgress(). Where an assignment will be written the output learns which rows the points are in.
CloudFile readFor(const OutputFlags& output, std::span<const std::filesystem::path> files, const ReadOptions& options, const Filter& filter,
                  std::stop_token stop);

}  // namespace arete::cli
