// Takes down the lines and discs that layers draw, where they would be on the screen, instead of drawing them. Only for files inside render/.
#pragma once

#include <span>
#include <vector>

#include "render/layers/primitives.h"
#include "render/vector_mark.h"

namespace arete {

class MarkRecorder {
 public:
  /// What comes now is of this layer.
  void begin(LayerId layer) { layer_ = layer; }
  /// Segments that follow one another become one line, of one colour: that of the middle where both ends differ.
  void lines(const DrawContext& context, const glm::mat4& toClip, std::span<const LineSegment> segments, const LineLook& look);
  void discs(const DrawContext& context, const glm::mat4& toClip, std::span<const glm::vec3> centres, const DiscLook& look);
  /// All of them in the order to be painted: by layer, halos below what they are around, then what is farther away before what is nearer.
  std::vector<VectorMark> take();

 private:
  struct Placed {
    VectorMark mark;
    int rank;
    double depth;
  };
  void put(VectorMark mark, int rank, double depth);

  LayerId layer_ = LayerId::curve;
  std::vector<Placed> placed_;
};

}  // namespace arete
