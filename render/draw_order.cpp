#include "render/draw_order.h"

namespace arete {

DrawOrder::DrawOrder(uint32_t count) : count_(count) {
  while (halfBits_ < 16 && (uint64_t(1) << 2 * halfBits_) < count) ++halfBits_;
  mask_ = (uint32_t(1) << halfBits_) - 1;
}

}  // namespace arete
