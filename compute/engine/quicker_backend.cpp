#include "compute/engine/quicker_backend.h"

#include <algorithm>
#include <cmath>
#include <thread>

namespace arete {

namespace {

constexpr double kCudaStarts_ns = 3e8;
constexpr double kChainPoint_ns = 270, kNetworkPoint_ns = 150;                // a point, on one thread
constexpr double kIndexPoint_ns = 210, kQuery_ns = 210, kNeighbour_ns = 129;  // a reference, a query, each of its neighbours
constexpr double kGainOfChains = 0.75, kGainOfNeighbours = 0.66;              // powers of the number of threads

double speedUp(int threads, double gain) {
  const unsigned used = threads > 0 ? unsigned(threads) : std::max(1u, std::thread::hardware_concurrency());
  return std::pow(double(used), gain);
}

}  // namespace

double cpuTimeOfChains(uint64_t points, int threads) { return double(points) * kChainPoint_ns / speedUp(threads, kGainOfChains); }

double cpuTimeOfNetworks(double networks, uint64_t points) { return networks * double(points) * kNetworkPoint_ns; }

double cpuTimeOfNeighbours(uint64_t references, uint64_t queries, uint32_t k, int threads) {
  const double query_ns = kQuery_ns + double(k) * kNeighbour_ns;
  return (double(references) * kIndexPoint_ns + double(queries) * query_ns) / speedUp(threads, kGainOfNeighbours);
}

bool endsBeforeCudaStarts(double cpuTime_ns) { return cpuTime_ns <= kCudaStarts_ns; }

}  // namespace arete
