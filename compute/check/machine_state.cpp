#include "compute/check/machine_state.h"

#include <fstream>
#include <set>

namespace arete {

namespace {

std::string firstLine(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

/// Lines like "model name	: AMD EPYC": those of the first core come first.
void readCpu(const std::filesystem::path& path, MachineState& state) {
  std::ifstream file(path);
  std::string family, model, stepping;
  for (std::string line; std::getline(file, line);) {
    const size_t colon = line.find(':'), end = line.find_last_not_of(" \t", colon == std::string::npos ? colon : colon - 1);
    if (colon == std::string::npos || end == std::string::npos) continue;
    const std::string name = line.substr(0, end + 1), value = colon + 2 <= line.size() ? line.substr(colon + 2) : "";
    if (name == "processor") ++state.cores;
    const auto keep = [&](const char* wanted, std::string& kept) {
      if (name == wanted && kept.empty()) kept = value;
    };
    keep("model name", state.cpu), keep("cpu family", family), keep("model", model), keep("stepping", stepping);
  }
  if (!family.empty()) state.kind = family + "." + model + "." + stepping;
}

/// A mains supply that is plugged in decides; a battery without one is what feeds the machine.
std::string supplyIn(const std::filesystem::path& folder) {
  std::set<std::string> found;
  std::error_code none;
  for (const auto& supply : std::filesystem::directory_iterator(folder, none)) {
    const std::string type = firstLine(supply.path() / "type");
    if (type == "Battery") found.insert("battery");
    else if (firstLine(supply.path() / "online") == "1") found.insert("mains");
  }
  return found.contains("mains") ? "mains" : found.empty() ? "" : *found.begin();
}

}  // namespace

MachineState machineState(const std::filesystem::path& root) {
  MachineState state;
  readCpu(root / "proc/cpuinfo", state);
  state.system = firstLine(root / "proc/sys/kernel/osrelease");
  state.governor = firstLine(root / "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
  state.supply = supplyIn(root / "sys/class/power_supply");
  std::ifstream(root / "proc/loadavg") >> state.load;
  return state;
}

}  // namespace arete
