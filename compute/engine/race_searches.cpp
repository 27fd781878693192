// Races of neighbour searches: every point of the cloud among the others.
#include <algorithm>
#include <span>

#include "compute/engine/race_parts.h"

namespace arete {

namespace {

struct TimedPart {
  const char *id, *help;
  double KnnTimes::*time;
};
constexpr TimedPart kParts[] = {{"transfer", "From the host to the device and back.", &KnnTimes::transfer},
                                {"build", "What depends on the cloud alone: sorting, trees.", &KnnTimes::build},
                                {"query", "The search.", &KnnTimes::query}};

/// The neighbours that both have of the same query, as a share of all.
double commonShare(const Neighbours& of, const Neighbours& other) {
  size_t common = 0;
  for (size_t row = 0; row < of.queries; ++row) {
    const std::span<const uint32_t> known(&of.indices[row * of.k], of.k);
    for (size_t j = 0; j < of.k; ++j) common += std::ranges::find(known, other.indices[row * of.k + j]) != known.end();
  }
  return of.indices.empty() ? 1 : double(common) / double(of.indices.size());
}

class SearchRace {
 public:
  SearchRace(const RaceInput& input, std::stop_token stop, const RaceNews& news)
      : input_(input), stop_(std::move(stop)), news_(news), devices_(input.makeDevice) {
    const Job& job = input.entries.front().job;
    race_ = {.of = input.of, .racers = {}, .points = input.cloud.size(), .neighbours = uint32_t(job.params.get(kLinkNeighboursParam))};
    for (const RaceEntry& entry : input.entries) {
      race_.racers.push_back({.entry = entry, .exact = entry.job.version(Stage::knn).exact});
      times_.emplace_back();
    }
  }

  Race run() {
    Neighbours first;
    for (Racer& racer : race_.racers) {
      news_.show(nextFraction(), "warm-up", size_t(&racer - race_.racers.data()) + 1, race_.racers.size(), racer);
      Neighbours found = search(racer);
      racer.device = deviceOf(racer).description();
      if (&racer == &race_.racers.front()) {
        first = std::move(found);
        continue;
      }
      racer.equal = found.indices == first.indices && found.squaredDistances == first.squaredDistances;
      if (!racer.equal) racer.recall = commonShare(first, found);
    }
    news_.tell(race_);
    for (int turn = 0; turn < input_.repeat; ++turn) {
      for (size_t i = 0; i < race_.racers.size(); ++i) {
        news_.beforeTiming(nextFraction(), race_.turns + 1, size_t(input_.repeat), race_.racers[i]);
        const LaunchCounts before = launchCounts();
        times_[i].push_back(search(race_.racers[i]).times);
        put(race_.racers[i], times_[i], launchCounts() - before);
      }
      ++race_.turns;
      news_.tell(race_);
    }
    return std::move(race_);
  }

 private:
  double nextFraction() { return done_++ / (double(race_.racers.size()) * (1 + input_.repeat)); }

  /// The job's, but on the GPU only for a search there: its detection may be elsewhere.
  Device& deviceOf(const Racer& racer) {
    Job job = racer.entry.job.onCpu();
    if (racer.entry.job.version(Stage::knn).backend == Backend::cuda) job.backend = Backend::cuda;
    return devices_.of(job);
  }

  Neighbours search(const Racer& racer) {
    const Job& job = racer.entry.job;
    return nearestNeighbours(job.function<Stage::knn>(), {input_.cloud.points(), job.params}, {input_.cloud.points(), race_.neighbours, true},
                             {deviceOf(racer), stop_, {}});
  }

  void put(Racer& racer, const std::vector<KnnTimes>& times, const LaunchCounts& asked) {
    const auto median = [&](double KnnTimes::*part) {
      std::vector<double> values;
      for (const KnnTimes& each : times) values.push_back(each.*part);
      return medianOf(std::move(values));
    };
    racer.runs.push_back(times.back().total);
    racer.milliseconds = median(&KnnTimes::total);
    racer.parts.clear();
    for (const TimedPart& part : kParts)
      if (const double wall = median(part.time); wall > 0) racer.parts.push_back({part.id, part.help, Stage::knn, wall});
    const uint64_t points = input_.cloud.size(), answer = points * race_.neighbours * sizeof(uint32_t);
    const Version& version = racer.entry.job.version(Stage::knn);
    racer.raced_ms = racer.milliseconds, racer.ofUser = version.ofUser;
    racer.roof = roofOf(devices_.peak(deviceOf(racer)), input_.cloud.scalar(), version.backend);
    race_.cost = {kOperationsOfPair * input_.cloud.dimension() * double(points) * double(points),
                  2.0 * double(input_.cloud.points().bytes()) + double(answer), input_.cloud.scalar()};
    racer.counts.clear();
    addCounts(version,
              {.points = points,
               .cloud_bytes = input_.cloud.points().bytes(),
               .answer_bytes = answer + points * race_.neighbours * (input_.cloud.scalar() == Scalar::float32 ? sizeof(float) : sizeof(double)),
               .lookedAt = points,
               .pairs = points * points,
               .milliseconds = median(&KnnTimes::build) + median(&KnnTimes::query),
               .bytesPerSecond = devices_.peak(deviceOf(racer)).bytesPerSecond,
               .asked = asked},
              racer);
  }

  const RaceInput& input_;
  const std::stop_token stop_;
  const RaceNews& news_;
  RaceDevices devices_;
  Race race_;
  std::vector<std::vector<KnnTimes>> times_;  ///< by racer
  double done_ = 0;
};

}  // namespace

Race raceSearches(const RaceInput& input, std::stop_token stop, const RaceNews& news) { return SearchRace(input, std::move(stop), news).run(); }

}  // namespace arete
