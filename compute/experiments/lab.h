// What an experiment works with: devices, generated clouds, timing, progress. Internal to compute/experiments.
#pragma once

#include <memory>

#include "compute/catalog/version.h"
#include "compute/engine/detector.h"
#include "compute/experiments/experiment.h"
#include "compute/generate/generate.h"

namespace arete {

/// The thesis's spiral: σ 4.17, R1 8.34. Its segment: length 100, σ 2.17.
inline constexpr double kSpiralR1 = 8.34, kSegmentSigma = 2.17;
/// The R1 that gives the counts of table 3.1, which names none.
inline constexpr double kTable31R1 = 2 * kSegmentSigma;

class Lab {
 public:
  Lab(const ExperimentOptions& options, size_t steps);

  const ExperimentOptions& options() const { return options_; }
  /// `thesis` points, scaled; never fewer than kFewest.
  uint32_t points(double thesis) const;
  PointCloud spiral(uint32_t points, int dimension);
  PointCloud segment(uint32_t points, int dimension, double sigma, Scalar scalar = Scalar::float32);
  Polylines segmentTruth(int dimension) const;

  /// The CPU threads, or the GPU with them. Throws Error where there is no GPU.
  Device& device(Backend backend);
  StageContext context(Backend backend) { return {device(backend), options_.stop, {}}; }
  std::string description() const;
  /// The rows of a stage that can run here.
  std::vector<const Version*> available(Stage stage) const;

  /// Median time in ms of `repeat` runs.
  double time(const std::function<void()>& once);
  /// Reports the next step; call it once for each of the steps given at construction.
  void next(const std::string& what);
  void setSteps(size_t steps) { steps_ = steps; }

  struct Outcome {
    std::shared_ptr<const Frame> frame;
    double milliseconds = 0;  ///< median of the whole detections, without reading and drawing
    uint64_t iterations = 0;
  };
  /// Times whole detections; has the last one's result.
  Outcome detect(const PointCloud& cloud, const Job& job, int repeat);
  Outcome detect(const PointCloud& cloud, const Job& job) { return detect(cloud, job, options_.repeat); }

 private:
  static constexpr uint32_t kFewest = 500;

  const ExperimentOptions options_;
  size_t steps_, step_ = 0;
  std::unique_ptr<Device> cpu_, cuda_;
};

/// A job with R1 and a backend's versions.
Job jobWith(double r1, Backend backend);
/// The backends that can run here, the CPU first.
std::vector<Backend> backendsHere();
std::string textOf(double value);

}  // namespace arete
