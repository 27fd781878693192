#include "compute/core/launch_counts.h"

#include <limits>

namespace arete {

double LaunchCounts::occupancy() const {
  if (threads == 0) return std::numeric_limits<double>::quiet_NaN();
  return double(occupied) / double(threads) / double(kOccupancyUnits);
}

LaunchCounts& LaunchCounts::operator+=(const LaunchCounts& other) {
  launches += other.launches, threads += other.threads, occupied += other.occupied, moved_bytes += other.moved_bytes;
  return *this;
}

LaunchCounts operator-(const LaunchCounts& a, const LaunchCounts& b) {
  return {a.launches - b.launches, a.threads - b.threads, a.occupied - b.occupied, a.moved_bytes - b.moved_bytes};
}

}  // namespace arete
