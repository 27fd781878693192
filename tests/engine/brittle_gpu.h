// A device that computes on CPU threads and breaks as a GPU does, when told to.
#pragma once

#include <atomic>
#include <climits>

#include "compute/core/cuda_support.h"
#include "compute/core/error.h"
#include "compute/engine/job.h"

namespace arete {

// Where there is a real GPU the job takes CUDA's versions, which need that and not this stand-in.
#define SKIP_WITH_A_REAL_GPU() \
  if (arete::cudaUnavailableReason().empty()) GTEST_SKIP() << "there is a real GPU, whose versions the job would take"

inline constexpr int kNever = INT_MAX;

/// What the test decides about the GPUs that the engine makes.
struct Machine {
  ErrorKind kind = ErrorKind::internal;
  std::atomic<int> left = kNever;  ///< so many times a stage gets the GPU's threads; then it throws
  int gpusMade = 0;

  DeviceMaker maker();
};

class BrittleGpu final : public Device {
 public:
  explicit BrittleGpu(Machine& machine) : machine_(machine) {}
  Backend backend() const override { return Backend::cuda; }
  std::string description() const override { return "brittle GPU"; }
  ThreadPool& threads() override {
    if (machine_.left-- <= 0) throw Error(machine_.kind, "the GPU failed", "test", "it was told to");
    return threads_;
  }

 private:
  Machine& machine_;
  ThreadPool threads_{1};
};

/// A job that is not tied to the CPU gets the GPU, as makeDevice does where there is one.
inline DeviceMaker Machine::maker() {
  return [this](const Job& job) -> std::unique_ptr<Device> {
    if (job.backend == Backend::cpu) return makeCpuDevice(1);
    ++gpusMade;
    return std::make_unique<BrittleGpu>(*this);
  };
}

}  // namespace arete
