// Being written: forwards to the reference until then.
#include "compute/cpu/versions.h"

namespace arete::cpu {

std::vector<uint32_t> chooseRounds(const ChooseInput& in, const StageContext& c) { return chooseSequential(in, c); }

}  // namespace arete::cpu
