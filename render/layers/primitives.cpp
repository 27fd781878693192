#include "render/layers/primitives.h"

#include "render/layers/mark_recorder.h"

#include <cstddef>
#include <utility>

namespace arete {

static void attribute(GLuint array, GLuint index, GLint components, GLenum type, bool normalised, size_t offset) {
  glEnableVertexArrayAttrib(array, index);
  glVertexArrayAttribFormat(array, index, components, type, normalised, GLuint(offset));
  glVertexArrayAttribBinding(array, index, 0);
}

Lines::Lines(const Programs& programs, std::string_view label) : programs_(programs), buffer_(label), array_(gl::makeVertexArray(label)) {
  attribute(array_.name(), 0, 3, GL_FLOAT, false, offsetof(LineSegment, a));
  attribute(array_.name(), 1, 4, GL_UNSIGNED_BYTE, true, offsetof(LineSegment, colourA));
  attribute(array_.name(), 2, 3, GL_FLOAT, false, offsetof(LineSegment, b));
  attribute(array_.name(), 3, 4, GL_UNSIGNED_BYTE, true, offsetof(LineSegment, colourB));
  glVertexArrayBindingDivisor(array_.name(), 0, 1);
}

void Lines::draw(const DrawContext& context, const glm::mat4& toClip, const LineLook& look) {
  if (segments_.empty()) return;
  if (context.recorder != nullptr) return context.recorder->lines(context, toClip, segments_, look);
  if (look.mayBeCrowd && Crowd::is(segments_.size(), context)) return context.crowd->drawLines(context, toClip, segments_, look.width);
  if (!std::exchange(uploaded_, true)) {
    buffer_.upload(std::span<const LineSegment>(segments_));
    glVertexArrayVertexBuffer(array_.name(), 0, buffer_.name(), 0, sizeof(LineSegment));
  }
  const gl::Program& program = look.halo > 0 ? programs_.linesWithHalo : programs_.lines;
  program.set("uToClip", toClip);
  program.set("uSize", context.partSize());
  program.set("uRadius", look.width / 2);
  program.set("uHalo", look.halo);
  program.set("uHaloColour", look.haloColour);
  program.set("uOpacity", look.opacity);
  program.use();
  glBindVertexArray(array_.name());
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, GLsizei(segments_.size()));
}

Discs::Discs(const Programs& programs, std::string_view label) : programs_(programs), buffer_(label), array_(gl::makeVertexArray(label)) {
  attribute(array_.name(), 0, 3, GL_FLOAT, false, 0);
  glVertexArrayBindingDivisor(array_.name(), 0, 1);
}

void Discs::draw(const DrawContext& context, const glm::mat4& toClip, const DiscLook& look) {
  if (centres_.empty()) return;
  if (context.recorder != nullptr) return context.recorder->discs(context, toClip, centres_, look);
  if (Crowd::is(centres_.size(), context)) {
    const Colour colour{uint8_t(look.colour.r * 255), uint8_t(look.colour.g * 255), uint8_t(look.colour.b * 255), uint8_t(look.colour.a * 255)};
    return context.crowd->drawDiscs(context, toClip, centres_, look.diameter, colour.packed());
  }
  if (!std::exchange(uploaded_, true)) {
    buffer_.upload(std::span<const glm::vec3>(centres_));
    glVertexArrayVertexBuffer(array_.name(), 0, buffer_.name(), 0, sizeof(glm::vec3));
  }
  const gl::Program& program = programs_.discs;
  program.set("uToClip", toClip);
  program.set("uSize", context.partSize());
  program.set("uRadius", look.diameter / 2);
  program.set("uOutline", look.outline);
  constexpr float kInFront = 0.003f;
  program.set("uInFront", look.overLines ? kInFront : 0.0f);
  program.set("uColour", look.colour);
  program.set("uOutlineColour", look.outlineColour);
  program.set("uHole", look.hole);
  program.use();
  glBindVertexArray(array_.name());
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, GLsizei(centres_.size()));
}

}  // namespace arete
