// Lines and discs with sizes in pixels and smooth edges, from which most layers are made.
#pragma once

#include <span>

#include "render/gl.h"
#include "render/layers/crowd.h"

namespace arete {

/// The shaders, compiled once for all layers.
struct Programs {
  gl::Program lines{"lines.vert", "lines.frag"}, linesWithHalo{"lines.vert", "lines_halo.frag"}, discs{"discs.vert", "discs.frag"};
};

struct LineLook {
  float width = 1;  ///< device pixels
  float halo = 0;   ///< device pixels around it
  glm::vec4 haloColour{0};
  float opacity = 1;
  bool mayBeCrowd = true;  ///< thousands of them may be drawn as a crowd, which lies over all that is there
};

/// Segments with round ends, so that chains have round joins. With a halo, nearer ones visibly pass in front of farther ones.
class Lines {
 public:
  /// `programs` outlives it.
  Lines(const Programs& programs, std::string_view label);
  void set(std::vector<LineSegment> segments) { segments_ = std::move(segments), uploaded_ = false; }
  size_t count() const { return segments_.size(); }
  void draw(const DrawContext& context, const glm::mat4& toClip, const LineLook& look);

 private:
  const Programs& programs_;
  gl::Buffer buffer_;
  gl::VertexArray array_;
  std::vector<LineSegment> segments_;
  bool uploaded_ = false;  // to the buffer
};

struct DiscLook {
  float diameter = 1;     ///< device pixels
  float outline = 0;      ///< device pixels around it
  bool overLines = true;  ///< else behind the lines that run through them
  glm::vec4 colour{1}, outlineColour{0};
  float hole = 0;  ///< share of the radius left empty
};

class Discs {
 public:
  /// `programs` outlives it.
  Discs(const Programs& programs, std::string_view label);
  void set(std::vector<glm::vec3> centres) { centres_ = std::move(centres), uploaded_ = false; }
  void draw(const DrawContext& context, const glm::mat4& toClip, const DiscLook& look);

 private:
  const Programs& programs_;
  gl::Buffer buffer_;
  gl::VertexArray array_;
  std::vector<glm::vec3> centres_;
  bool uploaded_ = false;  // to the buffer
};

}  // namespace arete
