#include "render/layers/primitives.h"

#include <cstddef>

namespace arete {

static void attribute(GLuint array, GLuint index, GLint components, GLenum type, bool normalised, size_t offset) {
  glEnableVertexArrayAttrib(array, index);
  glVertexArrayAttribFormat(array, index, components, type, normalised, GLuint(offset));
  glVertexArrayAttribBinding(array, index, 0);
}

Lines::Lines(std::string_view label) : program_("lines.vert", "lines.frag"), buffer_(label), array_(gl::makeVertexArray(label)) {
  attribute(array_.name(), 0, 3, GL_FLOAT, false, offsetof(LineSegment, a));
  attribute(array_.name(), 1, 4, GL_UNSIGNED_BYTE, true, offsetof(LineSegment, colourA));
  attribute(array_.name(), 2, 3, GL_FLOAT, false, offsetof(LineSegment, b));
  attribute(array_.name(), 3, 4, GL_UNSIGNED_BYTE, true, offsetof(LineSegment, colourB));
  glVertexArrayBindingDivisor(array_.name(), 0, 1);
}

void Lines::upload(std::span<const LineSegment> segments) {
  count_ = GLsizei(segments.size());
  if (count_ == 0) return;
  buffer_.upload(segments);
  glVertexArrayVertexBuffer(array_.name(), 0, buffer_.name(), 0, sizeof(LineSegment));
}

void Lines::draw(const DrawContext& context, const glm::mat4& toClip, const LineLook& look) const {
  if (count_ == 0) return;
  program_.set("uToClip", toClip);
  program_.set("uSize", context.tileSize());
  program_.set("uRadius", look.width / 2);
  program_.set("uHalo", look.halo);
  program_.set("uHaloColour", look.haloColour);
  program_.set("uOpacity", look.opacity);
  program_.use();
  glBindVertexArray(array_.name());
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, count_);
}

Discs::Discs(std::string_view label) : program_("discs.vert", "discs.frag"), buffer_(label), array_(gl::makeVertexArray(label)) {
  attribute(array_.name(), 0, 3, GL_FLOAT, false, 0);
  glVertexArrayBindingDivisor(array_.name(), 0, 1);
}

void Discs::upload(std::span<const glm::vec3> centres) {
  count_ = GLsizei(centres.size());
  if (count_ == 0) return;
  buffer_.upload(centres);
  glVertexArrayVertexBuffer(array_.name(), 0, buffer_.name(), 0, sizeof(glm::vec3));
}

void Discs::draw(const DrawContext& context, const glm::mat4& toClip, const DiscLook& look) const {
  if (count_ == 0) return;
  program_.set("uToClip", toClip);
  program_.set("uSize", context.tileSize());
  program_.set("uRadius", look.diameter / 2);
  program_.set("uOutline", look.outline);
  constexpr float kInFront = 0.003f;
  program_.set("uInFront", look.overLines ? kInFront : 0.0f);
  program_.set("uColour", look.colour);
  program_.set("uOutlineColour", look.outlineColour);
  program_.set("uHole", look.hole);
  program_.use();
  glBindVertexArray(array_.name());
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, count_);
}

}  // namespace arete
