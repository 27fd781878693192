#include "compute/chains/parts/partition.h"

namespace arete {

const ParamInfo kPartsParam{
    .id = "parts",
    .label = "Parts",
    .unit = "",
    .kind = ParamKind::integer,
    .minimum = 1,
    .maximum = 4096,
    .defaultValue = 4,
    .help = "Into how many parts the cloud is divided, which send each other what the others must know. The answer is the same."};

static constexpr std::string_view kPartitions[] = {"auto", "space", "dealt"};
const ParamInfo kPartitionParam{
    .id = "partition",
    .label = "Partition",
    .unit = "",
    .kind = ParamKind::choice,
    .defaultValue = double(Partition::automatic),
    .help =
        "Which points a part owns: 'space', those of its region; 'dealt', strips of points in turn, for few chosen points with very many each; "
        "'auto', one of these by the numbers of points.",
    .choices = kPartitions};

const ParamInfo kWholeUpToParam{
    .id = "whole_up_to",
    .label = "Whole up to",
    .unit = "chosen points",
    .kind = ParamKind::integer,
    .minimum = 0,
    .maximum = UINT32_MAX,
    .defaultValue = 1 << 22,
    .help = "Up to how many chosen points decimating and joining are not divided among parts, because dividing costs more. The answer is the same."};

}  // namespace arete
