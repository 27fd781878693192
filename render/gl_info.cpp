#include <epoxy/gl.h>

#include "render/scene.h"

namespace arete {

GlInfo glInfo() {
  const auto text = [](GLenum what) {
    const GLubyte* value = glGetString(what);
    return std::string(value == nullptr ? "" : reinterpret_cast<const char*>(value));
  };
  GlInfo info{text(GL_VENDOR), text(GL_RENDERER), text(GL_VERSION), false};
  for (const std::string_view software : {"llvmpipe", "softpipe", "SwiftShader", "Software Rasterizer"})
    info.software = info.software || info.renderer.find(software) != std::string::npos;
  return info;
}

bool contextWasReset() { return glGetGraphicsResetStatus() != GL_NO_ERROR; }

static std::function<void(std::string_view)>& reporter() {
  static std::function<void(std::string_view)> report;
  return report;
}

static void receive(GLenum, GLenum type, GLuint, GLenum severity, GLsizei length, const GLchar* message, const void*) {
  const bool wrong = type == GL_DEBUG_TYPE_ERROR || type == GL_DEBUG_TYPE_UNDEFINED_BEHAVIOR || severity == GL_DEBUG_SEVERITY_HIGH;
  if (wrong && reporter()) reporter()({message, size_t(length)});
}

void reportGlErrors(std::function<void(std::string_view)> report) {
  reporter() = std::move(report);
  if (!reporter()) {
    glDisable(GL_DEBUG_OUTPUT);
    glDebugMessageCallback(nullptr, nullptr);
    return;
  }
  glEnable(GL_DEBUG_OUTPUT);
  glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);  // on the thread and inside the call that is wrong
  glDebugMessageCallback(receive, nullptr);
}

}  // namespace arete
