// How many threads a rank takes where nobody says so.
#pragma once

#include <cstdint>

namespace arete::mpi {

/// The cores that this process may use; its share of the machine's where these are those of all ranks there.
int ownThreads(uint32_t ranksOfHost);

}  // namespace arete::mpi
