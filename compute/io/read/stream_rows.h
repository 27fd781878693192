// Reads a file piece by piece, with the same readers that read it whole.
#pragma once

#include "compute/io/read/source.h"

namespace arete {

/// Hands the points of a file on as they come. Returns everything but the cloud. Throws like readCloud, and Error(badInput) for a format that
/// is only read whole.
CloudFile streamRows(const RowStreaming& streaming, const std::filesystem::path& path, const ReadOptions& options, const std::stop_token& stop,
                     const ReadProgressFunction& progress);

}  // namespace arete
