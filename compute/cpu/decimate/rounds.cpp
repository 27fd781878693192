// Being written: forwards to the reference until then.
#include "compute/cpu/versions.h"

namespace arete::cpu {

std::vector<uint32_t> decimateRounds(const DecimateInput& in, const StageContext& c) { return decimateSequential(in, c); }

}  // namespace arete::cpu
