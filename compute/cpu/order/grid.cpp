// Being written: forwards to the reference until then.
#include "compute/cpu/versions.h"

namespace arete::cpu {

Curve orderGrid(const OrderInput& in, const StageContext& c) { return orderSequential(in, c); }

}  // namespace arete::cpu
