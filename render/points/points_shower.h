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
    if (shading.mode != Shading::Mode::uniform && coloursRevision_ != shading.coloursRevision) {
      colours_.upload(shading.colours);
      coloursRevision_ = shading.coloursRevision;
    }
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
  gl::Program program_;
  gl::Buffer colours_{"cloud colours"};
  gl::VertexArray screen_ = gl::makeVertexArray("full screen");
  uint64_t coloursRevision_ = 0;
};

}  // namespace arete
