// The colour of a drawn point. The same rule is in shaders/cloud_index.frag.
#pragma once

#include <cstdint>
#include <span>

#include "render/colour.h"

namespace arete {

struct Shading {
  enum class Mode : uint8_t { uniform, perPoint, depth, hidden };  ///< hidden: for images that are the picture
  Mode mode = Mode::uniform;
  Colour uniform;
  std::span<const uint32_t> colours;      ///< per point; for depth the table
  uint64_t coloursRevision = 0;           ///< grows by one when `colours` change
  uint32_t freshBegin = 0, freshEnd = 0;  ///< what that change touched
  uint32_t mostColours = 0;               ///< as many as there will be
  float nearest = 0, farthest = 1;        ///< distance from the eye at depth 0 and 1
  float first = 0, last = 1;              ///< distances at which the colours of depth begin and end
  bool perspective = false;

  /// Packed. `depth` 0…1.
  uint32_t colour(uint32_t number, float depth) const;
  friend bool operator==(const Shading& a, const Shading& b);
};

}  // namespace arete
