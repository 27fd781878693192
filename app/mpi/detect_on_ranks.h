// detect of arete-mpi: the flags of arete-cli's, and the work over ranks.
#pragma once

#include "app/cli/command.h"
#include "compute/mpi/mpi_ranks.h"

namespace arete::mpi {

/// `session` outlives what it returns.
cli::Run addDetectOnRanks(cli::CommandApp& app, const Session& session);

}  // namespace arete::mpi
