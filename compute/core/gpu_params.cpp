#include "compute/core/gpu_params.h"

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

static constexpr std::string_view kBlockSizes[] = {"tuned", "64", "128", "256", "512", "1024"};
static constexpr std::string_view kPointsPerThread[] = {"tuned", "1", "2", "4", "8"};

const ParamInfo kBlockSizeParam{
    .id = "block_size",
    .label = "Block size",
    .unit = "threads",
    .kind = ParamKind::choice,
    .defaultValue = 0,
    .help = "Threads in a block of the nearest kernel. 'tuned': the fastest that was measured on this kind of GPU.",
    .choices = kBlockSizes,
};

const ParamInfo kPointsPerThreadParam{
    .id = "points_per_thread",
    .label = "Points per thread",
    .unit = "",
    .kind = ParamKind::choice,
    .defaultValue = 0,
    .help = "Cloud points that a thread of the nearest kernel holds in registers. 'tuned': the fastest that was measured on this kind of GPU.",
    .choices = kPointsPerThread,
};

}  // namespace arete
