// What a detection over ranks would take, before it is made: detect --dry-run.
#pragma once

#include <filesystem>
#include <span>
#include <stop_token>

#include "compute/engine/job.h"
#include "compute/io/read_cloud.h"
#include "compute/mpi/session.h"

namespace arete::mpi {

/// By one rank, which goes through the points. `job`: for one process. Throws what reading throws.
void printRanksPlan(std::span<const std::filesystem::path> files, const ReadOptions& read, const Job& job, const Session& session,
                    const std::stop_token& stop);

}  // namespace arete::mpi
