// Decimating and joining in parts, whatever carries the messages: what versions and ranks have in common.
#pragma once

#include "compute/chains/parts/chosen_parts.h"
#include "compute/chains/parts/decimate_in_parts.h"
#include "compute/chains/parts/order_in_parts.h"
#include "compute/core/param_info.h"

namespace arete::cpu {

/// Whether there are more than kWholeUpToParam points, enough for a sweep, and R2 suits their type.
bool worthParts(const PointArray& chosen, double r2, const ParamValues& params);

/// `parts`: of this process; all processes have all chosen points and call this together.
parts::Swept decimateChosen(const PointArray& chosen, double r2, const PartRange& parts, parts::Exchange& exchange, parts::PartsOrder order,
                            const StageContext& context);
parts::Joined joinChosen(const PointArray& chosen, double r2, const PartRange& parts, parts::Exchange& exchange, parts::PartsOrder order,
                         const StageContext& context);

}  // namespace arete::cpu
