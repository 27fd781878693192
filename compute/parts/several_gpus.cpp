#include "compute/parts/several_gpus.h"

namespace arete {

const ParamInfo kGpusParam{.id = "gpus",
                           .label = "GPUs",
                           .unit = "",
                           .kind = ParamKind::integer,
                           .minimum = 0,
                           .maximum = 32,
                           .defaultValue = 1,
                           .help = "How many GPUs compute together, counted from the chosen one on. The answer is the same.",
                           .zeroText = "all"};

const ParamInfo kGpuPartsParam{
    .id = "gpu_parts",
    .label = "Parts on GPUs",
    .unit = "",
    .kind = ParamKind::integer,
    .minimum = 0,
    .maximum = 32,
    .defaultValue = 0,
    .help = "Into how many stretches the cloud is divided, dealt to the GPUs in turn; several may be on one GPU. The answer is the same.",
    .zeroText = "one a GPU, one in all for small clouds"};

static constexpr std::string_view kExchanges[] = {"auto", "direct", "copies"};
const ParamInfo kGpuExchangeParam{
    .id = "gpu_exchange",
    .label = "Exchange between GPUs",
    .unit = "",
    .kind = ParamKind::choice,
    .defaultValue = double(GpuExchange::automatic),
    .help =
        "How a GPU gets the sums of the others: 'direct', it reads their memory; 'copies', all sums are copied to it; 'auto', direct where it can.",
    .choices = kExchanges};

}  // namespace arete
