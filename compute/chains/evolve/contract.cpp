#include "compute/chains/evolve/contract.h"

namespace arete {

const ParamInfo kToleranceParam{
    .id = "tolerance",
    .label = "Tolerance",
    .unit = "R1",
    .kind = ParamKind::real,
    .minimum = 0,
    .maximum = 1,
    .defaultValue = 0.01,
    .help = "A coordinate moves only by more than this share of R1; 0 goes to the true fixed point (many more iterations).",
    .logarithmic = true,
};

static constexpr std::string_view kMoveRules[] = {"tolerance", "thesis"};

const ParamInfo kMoveRuleParam{
    .id = "move_rule",
    .label = "Convergence test",
    .unit = "",
    .kind = ParamKind::choice,
    .defaultValue = 0,
    .help = "'tolerance': the move is larger than tolerance x R1. 'thesis': larger than 2 |mean x count x epsilon|, for the thesis's experiments.",
    .choices = kMoveRules,
};

static constexpr std::string_view kLayouts[] = {"row", "column"};

const ParamInfo kChosenLayoutParam{
    .id = "chosen_layout",
    .label = "Layout of S",
    .unit = "",
    .kind = ParamKind::choice,
    .defaultValue = 0,
    .help = "Chosen points in the GPU's memory point after point (row) or axis after axis (column).",
    .choices = kLayouts,
};

}  // namespace arete
