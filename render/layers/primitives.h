// Lines and discs with sizes in pixels and smooth edges: what most layers are made of.
#pragma once

#include <span>

#include "render/gl.h"
#include "render/layers/layer.h"

namespace arete {

struct LineSegment {
  glm::vec3 a;
  uint32_t colourA;  ///< packed
  glm::vec3 b;
  uint32_t colourB;
};

struct LineLook {
  float width = 1;     ///< device pixels
  float halo = 0;      ///< device pixels around it
  glm::vec4 haloColour{0};
  float opacity = 1;
};

/// Segments with round ends, so that chains have round joins. With a halo, nearer ones visibly pass in front of farther ones.
class Lines {
 public:
  explicit Lines(std::string_view label);
  void upload(std::span<const LineSegment> segments);
  void draw(const DrawContext& context, const glm::mat4& toClip, const LineLook& look) const;

 private:
  gl::Program program_;
  gl::Buffer buffer_;
  gl::VertexArray array_;
  GLsizei count_ = 0;
};

struct DiscLook {
  float diameter = 1;  ///< device pixels
  float outline = 0;   ///< device pixels around it
  bool overLines = true;  ///< else behind the lines that run through them
  glm::vec4 colour{1}, outlineColour{0};
  float hole = 0;      ///< share of the radius left empty
};

class Discs {
 public:
  explicit Discs(std::string_view label);
  void upload(std::span<const glm::vec3> centres);
  void draw(const DrawContext& context, const glm::mat4& toClip, const DiscLook& look) const;

 private:
  gl::Program program_;
  gl::Buffer buffer_;
  gl::VertexArray array_;
  GLsizei count_ = 0;
};

}  // namespace arete
