// Points that are not in memory while a cloud that stands for them is shown: whoever knows where they are makes detections of them.
#pragma once

#include <functional>
#include <memory>
#include <stop_token>

#include "compute/core/cloud_facts.h"
#include "compute/engine/job.h"
#include "compute/engine/steps.h"

namespace arete {

/// A detection of such points, ready to begin: what a Detector is made of.
struct DetectionElsewhere {
  CloudFacts facts;
  Job job;  ///< with the versions that can
  StepsMaker makeSteps;
};

class PointsElsewhere {
 public:
  virtual ~PointsElsewhere() = default;
  /// How many there are, before any filter.
  virtual uint64_t size() const = 0;
  /// For a job with R1; by one thread at a time. Throws Error(wrongUse) for a job that needs points in memory, Error(io), Cancelled. `progress`: 0…1.
  virtual DetectionElsewhere detection(const Job& job, const std::stop_token& stop, const std::function<void(double)>& progress) = 0;
};

}  // namespace arete
