#include "compute/core/side_by_side.h"

#include <algorithm>

namespace arete {

void sideBySide(size_t count, const StageContext& context, const std::function<void(size_t, const StageContext&)>& body) {
  ThreadPool& threads = context.device.threads();
  const size_t together = std::min(count, size_t(threads.size()));
  if (context.device.backend() != Backend::cpu || together < 2) {
    for (size_t i = count; i-- > 0;) body(i, {context.device, context.stop, {}});
    return;
  }
  const int threadsEach = threads.size() / int(together);
  threads.forEachRange(count, 1, [&](size_t begin, size_t, int) {
    context.checkStop();
    const auto own = makeCpuDevice(threadsEach);
    body(count - 1 - begin, {*own, context.stop, {}});
  });
}

}  // namespace arete
