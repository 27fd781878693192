// The last pass over an image of points that lies in graphics memory: looks up the colours of the seen points. Only for files inside render/.
#pragma once

#include "render/gl.h"
#include "render/points/shading.h"

namespace arete {

class PointsShower {
 public:
  PointsShower() : program_("fullscreen.vert", "cloud_index.frag") {}

  /// Draws into the bound framebuffer, over all of it. Where `rowLength` is 0 numbers and depths are textures, bound to the units 0 and 1;
  /// else the image is a buffer of words, as PointRasteriser's, bound to the shader storage 1.
  void show(const Shading& shading, int rowLength) {
    if (shading.mode != Shading::Mode::uniform) upload(shading);
    program_.set("uRowLength", rowLength);
    program_.set("uMode", int(shading.mode));
    program_.set("uUniform", shading.uniform.vector());
    program_.set("uDistances", glm::vec4(shading.nearest, shading.farthest, shading.first, shading.last));
    program_.set("uPerspective", int(shading.perspective));
    program_.use();
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, colours_.name());
    glBindVertexArray(screen_.name());
    glDrawArrays(GL_TRIANGLES, 0, 3);
  }

 private:
  /// Uploads what the last change touched if the previous state is there; else all.
  void upload(const Shading& shading) {
    if (coloursRevision_ == shading.coloursRevision) return;
    const bool grown = room_ < shading.mostColours;
    if (grown) colours_.reserve(shading.mostColours * sizeof(uint32_t)), room_ = shading.mostColours;
    const bool next = !grown && coloursRevision_ + 1 == shading.coloursRevision;
    const size_t begin = next ? shading.freshBegin : 0, end = next ? shading.freshEnd : shading.colours.size();
    if (end > begin) colours_.write(begin * sizeof(uint32_t), (end - begin) * sizeof(uint32_t), shading.colours.data() + begin);
    coloursRevision_ = shading.coloursRevision;
  }

  gl::Program program_;
  gl::Buffer colours_{"cloud colours"};
  gl::VertexArray screen_ = gl::makeVertexArray("full screen");
  uint64_t coloursRevision_ = 0;
  uint32_t room_ = 0;  // for so many colours
};

}  // namespace arete
