#include "compute/check/machine.h"

#include <fstream>
#include <regex>

#include "compute/check/build_facts.h"
#include "compute/core/cuda_code.h"
#include "compute/core/cuda_support.h"
#include "compute/core/device.h"

namespace arete {

namespace {

std::string orUnknown(std::string text) { return text.empty() ? "unknown" : text; }

std::string program() {
  const std::string commit(kBuildFacts.commit);
  return ARETE_VERSION + (commit.empty() ? "" : ", commit " + commit);
}

/// The file of the driver: its number stands behind "Kernel Module".
std::string driver() {
  std::ifstream file("/proc/driver/nvidia/version");
  std::string line;
  std::getline(file, line);
  std::smatch found;
  const std::regex number("Kernel Module\\D*([0-9]+(\\.[0-9]+)+)");
  return std::regex_search(line, found, number) ? found[1].str() : std::string();
}

/// What nvcc made of the CUDA sources: the one place that says so. "" where they were left out.
std::string compiledFor() { return kBuildFacts.cuda.empty() ? "" : std::string(kBuildFacts.cuda) + ", compiled for " + std::string(cudaCode()); }

std::string words(const Gpu& gpu) {
  constexpr double kGiB = 1 << 30;
  return gpu.name + ", " + std::to_string(gpu.multiprocessors) + " multiprocessors, " + std::to_string(int(double(gpu.memory_bytes) / kGiB + 0.5)) +
         " GiB";
}

}  // namespace

void tellMachine(const std::function<void(const MachineFact&)>& tell) {
  tell({"Arete", program()});
  tell({"CPU", makeCpuDevice()->description()});
  const std::string cuda = compiledFor();
  tell({"CUDA", cuda.empty() ? "none: built without it" : cuda});
  if (const std::string& reason = cudaUnavailableReason(); !reason.empty()) return tell({"GPU", "none: " + reason});
  tell({"driver", orUnknown(driver())});
  for (const Gpu& gpu : gpus()) tell({"GPU", words(gpu)});
}

}  // namespace arete
