// Which backend has finished first where a program computes once: CUDA takes longer to start than small clouds take on CPU threads. A model of times
// that were measured; docs/measured/performance.md, "Which backend ends first", has the figures.
#pragma once

#include <cstdint>

namespace arete {

/// About how long CPU threads take, in nanoseconds. `threads`: 0 for one per hardware thread.
/// Chains of a cloud in up to 3 dimensions, with the usual tolerance.
double cpuTimeOfChains(uint64_t points, int threads);
/// `networks`: how many are made of the cloud. More threads hardly help.
double cpuTimeOfNetworks(double networks, uint64_t points);
/// Neighbours in up to 3 dimensions, the index included.
double cpuTimeOfNeighbours(uint64_t references, uint64_t queries, uint32_t k, int threads);

/// Whether CPU threads that take this long have finished before CUDA has started.
bool endsBeforeCudaStarts(double cpuTime_ns);

}  // namespace arete
