#include "app/window/quality_meter.h"

#include <cmath>

#include "compute/stages/quality.h"

namespace arete {

void QualityMeter::measure(std::shared_ptr<const Frame> frame, std::shared_ptr<const Polylines> reference) {
  cancel();
  // The thread before is joined here; it looks at its stop token often enough for that to take a few milliseconds.
  thread_ = std::jthread([this, frame = std::move(frame), reference = std::move(reference)](std::stop_token stop) {
    std::vector<QualityLine> lines;
    std::optional<Error> error;
    try {
      const auto device = makeCpuDevice();
      const Quality measured = quality(polylinesOf(frame->curve, frame->cloud.origin()), *reference, {}, {*device, stop, {}});
      for (const QualityRow& row : qualityRows(measured))
        if (std::isfinite(row.value)) lines.push_back({std::string(row.label), row.unit == "units" ? "" : std::string(row.unit), "", row.value});
    } catch (const Cancelled&) {
      return;
    } catch (const Error& thrown) {
      error = thrown;
    }
    if (!stop.stop_requested()) done_(std::move(lines), std::move(error));
  });
}

}  // namespace arete
