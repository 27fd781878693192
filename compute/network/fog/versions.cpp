// The versions of fog: the reference first, the default (fastest exact) last. Each is defined in the file with its name.
#include "compute/core/version.h"
#include "compute/core/version_function.h"
#include "compute/network/fog/stage.h"
#include "compute/network/rules/network_params.h"

namespace arete {

std::span<const Version> StageRow<Stage::fog>::versions() {
  static constexpr const ParamInfo* kFogParams[] = {&kTestBackgroundParam};
  static const Version rows[] = {
      {.id = "fog.cpu.sequential",
       .label = "Sequential",
       .shows = "The reference: the median of the weights of large cells.",
       .source = "3D, G",
       .parameters = kFogParams,
       .function = cpu::fogSequential},
  };
  return rows;
}

}  // namespace arete
