// The assignment of points that several ranks read, as one file.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "compute/chains/parts/ranks.h"

namespace arete::ranks {

/// `own`: of the rows of this rank; they come after those of the ranks before. Rank 0 writes what the others send, a piece at a time, so that it
/// holds no more, the file is complete or not there, and only rank 0 must see its folder. Called by all ranks. Returns warnings, to rank 0.
/// Throws what AssignmentWriter throws; Cancelled on all.
std::vector<std::string> writeAssignment(const std::filesystem::path& file, std::span<const uint32_t> own, parts::Ranks& ranks);

}  // namespace arete::ranks
