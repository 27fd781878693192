// Loops over large arrays: shared by all threads in pieces that are short enough to stop between them.
#pragma once

#include "compute/core/device.h"

namespace arete::cpu {

/// Calls body(begin, end) for pieces of [0, count), side by side. Throws Cancelled.
template <class Body>
void forEachPiece(size_t count, const StageContext& context, const Body& body) {
  constexpr size_t kGrain = 1 << 14;
  context.device.threads().forEachRange(count, kGrain, [&](size_t begin, size_t end, int) {
    context.checkStop();
    body(begin, end);
  });
}

}  // namespace arete::cpu
