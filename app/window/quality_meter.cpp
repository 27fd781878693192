#include "app/window/quality_meter.h"

#include <cmath>

#include "compute/core/thread_priority.h"
#include "compute/stages/quality.h"

namespace arete {

void QualityMeter::measure(std::shared_ptr<const Frame> frame, std::shared_ptr<const Polylines> reference) {
  cancel();
  const auto work = [this, frame = std::move(frame), reference = std::move(reference)](std::stop_token stop, std::jthread before) {
    if (before.joinable()) before.join();  // here: the window does not wait for it
    giveWay();
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
  };
  thread_ = std::jthread(work, std::move(thread_));
}

}  // namespace arete
