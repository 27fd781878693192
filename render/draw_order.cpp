#include "render/draw_order.h"

#include <algorithm>
#include <bit>

namespace arete {

DrawOrder::DrawOrder(uint32_t count) : count_(count) {
  const uint32_t bits = std::max<uint32_t>(2, uint32_t(std::bit_width(count > 0 ? count - 1 : 0u)));
  lowBits_ = (bits + 1) / 2;
  lowMask_ = (uint32_t(1) << lowBits_) - 1;
  highMask_ = (uint32_t(1) << (bits - lowBits_)) - 1;
}

}  // namespace arete
