// Ranks that MPI started (MPI 3.1): the only folder that knows MPI.
//
// Messages of a half go to neighbours by MPI_Isend, empty ones too, and are found by MPI_Improbe; sums over all ranks are MPI_Iallreduce, so that
// nobody waits for them. Counts of MPI are int: what may be larger goes in pieces. MPI_THREAD_FUNNELED: only the thread that made the object calls.
#pragma once

#include <memory>
#include <stop_token>

#include "compute/chains/parts/ranks.h"
#include "compute/mpi/session.h"

namespace arete::mpi {

/// `stop`: of this rank. `pieceBytes`: what a rank sends at most at once where there may be much.
std::unique_ptr<parts::Ranks> makeRanks(const Session& session, std::stop_token stop, size_t pieceBytes = size_t(1) << 26);

/// Called by rank 0 (or every rank) as soon as the sum of an iteration is known: for the progress.
using IterationWatch = std::function<void(uint64_t iteration, const parts::IterationCounts& counts)>;
void watchIterations(parts::Ranks& ranks, IterationWatch watch);

}  // namespace arete::mpi
