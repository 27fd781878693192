#include "compute/experiments/lab.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "compute/core/cuda_support.h"
#include "compute/core/error.h"
#include "compute/core/number_text.h"
#include "compute/engine/run_job.h"

namespace arete {

Lab::Lab(const ExperimentOptions& options, size_t steps) : options_(options), steps_(steps), cpu_(makeCpuDevice(options.threads)) {}

uint32_t Lab::points(double thesis) const { return std::max(kFewest, uint32_t(std::lround(std::min(thesis * options_.scale, 1e9)))); }

PointCloud Lab::spiral(uint32_t points, int dimension) {
  return generate(findShape("spiral"), {.points = points, .dimension = dimension, .seed = options_.seed}, cpu_->threads(), options_.stop);
}

PointCloud Lab::segment(uint32_t points, int dimension, double sigma, Scalar scalar) {
  return generate(findShape("segment"), {.points = points, .dimension = dimension, .noise = sigma, .seed = options_.seed, .scalar = scalar},
                  cpu_->threads(), options_.stop);
}

Polylines Lab::segmentTruth(int dimension) const { return trueCurve(findShape("segment"), {.dimension = dimension}); }

Device& Lab::device(Backend backend) {
  if (backend == Backend::cpu) return *cpu_;
  if (!cuda_) cuda_ = makeCudaDevice(0, options_.threads);
  return *cuda_;
}

std::string Lab::description() const { return cuda_ ? cuda_->description() + "; " + cpu_->description() : cpu_->description(); }

std::vector<const Version*> Lab::available(Stage stage) const {
  std::vector<const Version*> found;
  for (const Version& version : versions(stage))
    if (version.available()) found.push_back(&version);
  return found;
}

double Lab::time(const std::function<void()>& once) {
  std::vector<double> times;
  for (int i = 0; i < options_.repeat; ++i) {
    const auto start = std::chrono::steady_clock::now();
    once();
    times.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
  }
  std::nth_element(times.begin(), times.begin() + ptrdiff_t(times.size() / 2), times.end());
  return times[times.size() / 2];
}

void Lab::next(const std::string& what) {
  if (options_.stop.stop_requested()) throw Cancelled{};
  if (options_.progress) options_.progress(std::min(1.0, double(step_) / double(std::max<size_t>(steps_, 1))), what);
  ++step_;
}

Lab::Outcome Lab::detect(const PointCloud& cloud, const Job& job, int repeat) {
  Outcome outcome;
  std::vector<double> times;
  const bool onGpu = job.deviceBackend() == Backend::cuda;
  if (onGpu) repeat = std::max(repeat, options_.repeat);
  for (int i = onGpu ? -1 : 0; i < std::max(repeat, 1); ++i) {  // on a GPU the first run loads kernels and the cloud
    outcome.frame = runJobOn(device(job.deviceBackend()), cloud, job, {}, options_.stop);
    if (i >= 0) times.push_back(outcome.frame->times.total());
  }
  std::ranges::sort(times);
  outcome.milliseconds = times[times.size() / 2];
  outcome.iterations = uint64_t(std::ranges::count(*outcome.frame->history, Stage::evolve, &StepRecord::stage));
  return outcome;
}

Job jobWith(double r1, Backend backend) {
  Job job;
  job.backend = backend;
  job.params.set(kR1Param, r1);
  return job;
}

std::vector<Backend> backendsHere() {
  const bool cuda = std::ranges::any_of(catalog(), [](const Version& version) { return version.backend == Backend::cuda && version.available(); });
  return cuda ? std::vector{Backend::cpu, Backend::cuda} : std::vector{Backend::cpu};
}

std::string textOf(double value) { return numberText(value, 6); }

}  // namespace arete
