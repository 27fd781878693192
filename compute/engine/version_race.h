// The same job computed in two to four ways: how long each step, stage and iteration takes, what is counted of the work, whether every step has the
// same bits, and where not. A look that keeps the state of every step comes first and warms up; then all are timed in turns.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "compute/core/counters.h"
#include "compute/core/roofline.h"
#include "compute/engine/frame.h"
#include "compute/engine/race_entries.h"
#include "compute/neighbours/knn/contract.h"

namespace arete {

struct RaceStep {
  StepRecord record;                        ///< its milliseconds are the median of the timed runs; 0 before these
  double ended_ms = 0;                      ///< after the beginning of the detection, preparations included
  std::string hash;                         ///< of chosen points, and of edges where the steps of the plan make them
  bool equal = true;                        ///< the bits of the first racer's step of the same number
  std::optional<Difference> difference;     ///< from that step, where the bits differ
  std::shared_ptr<const Frame> state = {};  ///< null where memory was short (RaceInput::stateBytes)
};

/// A part of the time: a row of kTimeRows, or of a search for neighbours.
struct RacePart {
  std::string id, help;
  Stage stage = Stage::knn;  ///< that it belongs to
  double milliseconds = 0;   ///< median of the timed runs
  double device_ms = 0;      ///< the same by the GPU's clock; 0 on the CPU
};

struct RaceCount {
  std::string stage;
  const CounterInfo* counter = nullptr;
  double value = 0;
};

struct Racer {
  RaceEntry entry;
  std::string device;                ///< Device::description()
  bool exact = true;                 ///< as its versions say
  std::vector<double> runs;          ///< ms of every timed run, in turns
  double milliseconds = 0;           ///< their median
  std::vector<RacePart> parts;       ///< that took time
  std::vector<RaceStep> steps;       ///< of a detection; none of a search
  std::vector<RaceCount> counts;     ///< as its rows of the catalogue say; of what is known
  std::string hash;                  ///< of the answer; "" of a search
  bool equal = true;                 ///< every step, or the answer of a search, has the bits of the first racer's
  std::optional<double> recall;      ///< of a search that is not equal: the share of the first racer's neighbours that it found too
  std::shared_ptr<const Frame> end;  ///< of a detection
  double raced_ms = 0;               ///< of the stage that is raced; 0 where none is
  Roof roof;                         ///< of its device
  bool ofUser = false;               ///< the version of the stage that is raced

  /// The first step that is not equal; the number of steps where only what comes after differs.
  std::optional<uint32_t> differsFrom() const;
  /// Points of the cloud that were looked at, over all steps.
  uint64_t lookedAt() const;
  /// Mean of the steps that move points; NaN where there are none.
  double iteration_ms() const;
  /// The step that is the newest after so many ms; the first one before it has ended.
  uint32_t stepAt(double ms) const;
};

struct Race {
  std::string of;  ///< id of the choice, as raceEntries() takes it
  std::vector<Racer> racers;
  uint32_t points = 0, neighbours = 0;  ///< of the cloud; k of a search, else 0
  double r1 = 0;                        ///< of detections
  uint32_t turns = 0;                   ///< timed so far
  StageCost cost;                       ///< of the stage that is raced, over all steps of the first racer; known for choose, evolve, decimate, knn

  uint32_t steps() const;  ///< of the racer with the most
  double longest_ms() const;
  /// Racers of one kind of device; not known where there are others, or no stage is raced.
  Roofline roofline() const;
};

struct RaceInput {
  const PointCloud& cloud;
  std::string of;  ///< id of the choice
  std::vector<RaceEntry> entries;
  int repeat = 3;                              ///< timed turns, ≥ 1
  size_t stateBytes = size_t(512) << 20;       ///< for the states of all steps; steps with equal bits share one
  DeviceMaker makeDevice = arete::makeDevice;  ///< tests have devices of their own
};

/// What happens meanwhile, on the calling thread. Each may be empty.
struct RaceNews {
  std::function<void(double fraction, std::string_view what)> progress;
  std::function<void(const Race&)> sofar;  ///< after the look at all, and after every turn of all
  std::function<void()> settle;            ///< before every timed run: returns when showing all this takes no more time on the same cores

  void tell(const Race& race) const {
    if (sofar) sofar(race);
  }
  /// "warm-up 1 of 3: NAME"; `step`: where it is, where that takes a while.
  void show(double fraction, std::string_view what, size_t number, size_t of, const Racer& racer, size_t step = 0) const {
    if (!progress) return;
    const std::string at = step > 0 ? ", step " + std::to_string(step) : "";
    progress(fraction, std::string(what) + ' ' + std::to_string(number) + " of " + std::to_string(of) + ": " + racer.entry.label + at);
  }
  void beforeTiming(double fraction, size_t turn, size_t of, const Racer& racer) const {
    show(fraction, "repeat", turn, of, racer);
    if (settle) settle();
  }
};

/// Detections, or searches for k neighbours (kLinkNeighboursParam) of every point among the others. Edits and resamples of the jobs are left out.
/// Throws Error(wrongUse) for too few or too many entries, and what Detector, makeDevice and the versions throw.
Race raceVersions(const RaceInput& input, std::stop_token stop, const RaceNews& news = {});

}  // namespace arete
