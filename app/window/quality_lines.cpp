#include "app/window/quality_lines.h"

#include <cmath>

#include "compute/measures/quality/contract.h"
#include "compute/text/translate.h"

namespace arete {

std::vector<QualityLine> qualityLines(const Frame& frame, const Polylines& reference, const std::stop_token& stop) {
  const auto device = makeCpuDevice();
  const Quality measured = quality(polylinesOf(frame.curve, frame.cloud.origin()), reference, {.paths = true}, {*device, stop, {}});
  std::vector<QualityLine> lines;
  for (const QualityRow& row : qualityRows(measured))
    if (std::isfinite(row.value))
      lines.push_back({std::string(row.label), row.unit == "units" ? "" : std::string(row.unit),
                       std::string(tr(row.help)) + "\n" + filled(tr("Range: %1."), tr(row.range)), row.value});
  return lines;
}

}  // namespace arete
