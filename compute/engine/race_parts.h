// What races of detections and of searches have in common: devices that racers share, medians, counts. Internal to races.
#pragma once

#include <map>
#include <utility>

#include "compute/engine/version_race.h"

namespace arete {

/// One for all racers that compute alike, so that threads of one do not wait beside those of another.
class RaceDevices {
 public:
  explicit RaceDevices(const DeviceMaker& make) : make_(make) {}
  Device& of(const Job& job);
  /// Measured once. Zeros where unknown.
  const Speed& peak(Device& device);

 private:
  const DeviceMaker& make_;
  std::map<std::pair<Backend, double>, std::unique_ptr<Device>> devices_;  ///< by backend and number of threads
  std::map<const Device*, Speed> speeds_;
};

double medianOf(std::vector<double> values);

/// The times of a racer's runs.
class RunTimes {
 public:
  void add(const Frame& end);
  /// Their medians.
  void put(Racer& racer) const;

 private:
  std::vector<double> totals_;
  std::vector<std::pair<TimeRow, std::pair<std::vector<double>, std::vector<double>>>> parts_;  ///< wall time, the GPU's
  std::vector<std::vector<double>> steps_, onDevice_;                                           ///< by step
};

/// What is known of the version's counters.
void addCounts(const Version& version, const StageWork& work, Racer& racer);

/// Searches for neighbours.
Race raceSearches(const RaceInput& input, std::stop_token stop, const RaceNews& news);

}  // namespace arete
