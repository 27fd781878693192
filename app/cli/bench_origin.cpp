#include "app/cli/bench_origin.h"

#include "compute/check/build_facts.h"
#include "compute/check/machine_state.h"

namespace arete::cli {

static Json orNull(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

Json benchOrigin(std::string_view what, Device& device) {
  const MachineState state = machineState();
  return {{"bench", what},
          {"program", "arete " ARETE_VERSION},
          {"commit", orNull(std::string(kBuildFacts.commit))},
          {"machine",
           {{"cpu", orNull(state.cpu)},
            {"kind", orNull(state.kind)},
            {"cores", state.cores},
            {"system", orNull(state.system)},
            {"governor", orNull(state.governor)},
            {"power", orNull(state.supply)},
            {"load", state.load}}},
          {"device", device.description()},
          {"threads", device.threads().size()}};
}

}  // namespace arete::cli
