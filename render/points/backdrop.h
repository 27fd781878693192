// The background: a vertical gradient, dithered by half a step to avoid bands. The same rule is in
// shaders/background.frag.
#pragma once

#include <cstdint>
#include <vector>

#include "compute/core/thread_pool.h"
#include "render/colour.h"

namespace arete {

struct Backdrop {
  Colour top, bottom;
  bool transparent = false;  ///< nothing shows
  int rowsBelow = 0;         ///< rows of the whole picture below the part that is drawn
  int rowsInAll = 1;         ///< of the whole picture

  /// Packed colours, rows from the bottom.
  void paint(int width, int height, std::vector<uint32_t>& pixels, ThreadPool& threads) const;
  friend bool operator==(const Backdrop&, const Backdrop&) = default;
};

}  // namespace arete
