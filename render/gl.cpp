#include "render/gl.h"

#include <vector>

#include "compute/core/error.h"
#include "shaders.h"

namespace arete::gl {

static void label(GLenum kind, GLuint name, std::string_view text) { glObjectLabel(kind, name, GLsizei(text.size()), text.data()); }

void Buffer::upload(const void* data, size_t bytes) {
  if (!object_) {
    GLuint name = 0;
    glCreateBuffers(1, &name);
    object_ = Object<BufferTraits>(name);
    label(GL_BUFFER, name, label_);
  }
  glNamedBufferData(name(), GLsizeiptr(bytes), data, GL_DYNAMIC_DRAW);
}

static GLuint compile(GLenum kind, std::string_view file) {
  const std::string_view text = shaders::text(file);
  if (text.empty()) throw Error(ErrorKind::internal, "cannot draw", file, "the shader is not embedded in the program");
  const GLuint shader = glCreateShader(kind);
  const char* source = text.data();
  const GLint length = GLint(text.size());
  glShaderSource(shader, 1, &source, &length);
  glCompileShader(shader);
  GLint compiled = 0, logLength = 0;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
  if (compiled) return shader;
  glGetShaderiv(shader, GL_INFO_LOG_LENGTH, &logLength);
  std::string log(size_t(logLength), '\0');
  glGetShaderInfoLog(shader, logLength, nullptr, log.data());
  glDeleteShader(shader);
  throw Error(ErrorKind::internal, "cannot draw", file, "the driver refuses the shader: " + log, "Arete needs OpenGL 4.5; a newer driver may help");
}

Program::Program(std::string_view vertexFile, std::string_view fragmentFile) : object_(glCreateProgram()) {
  for (const auto& [kind, file] : {std::pair{GLenum(GL_VERTEX_SHADER), vertexFile}, std::pair{GLenum(GL_FRAGMENT_SHADER), fragmentFile}}) {
    const GLuint shader = compile(kind, file);
    glAttachShader(name(), shader);
    glDeleteShader(shader);  // lives as long as the program
  }
  glLinkProgram(name());
  label(GL_PROGRAM, name(), fragmentFile);
  GLint linked = 0, logLength = 0;
  glGetProgramiv(name(), GL_LINK_STATUS, &linked);
  if (linked) return;
  glGetProgramiv(name(), GL_INFO_LOG_LENGTH, &logLength);
  std::string log(size_t(logLength), '\0');
  glGetProgramInfoLog(name(), logLength, nullptr, log.data());
  throw Error(ErrorKind::internal, "cannot draw", fragmentFile, "the driver refuses to link the shaders: " + log);
}

Texture makeTexture(std::string_view text, GLenum format, int width, int height) {
  GLuint name = 0;
  glCreateTextures(GL_TEXTURE_2D, 1, &name);
  label(GL_TEXTURE, name, text);
  glTextureStorage2D(name, 1, format, width, height);
  glTextureParameteri(name, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTextureParameteri(name, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  return Texture(name);
}

Framebuffer makeFramebuffer(const Texture& colour, const Texture& depth, GLenum depthAttachment) {
  GLuint name = 0;
  glCreateFramebuffers(1, &name);
  Framebuffer framebuffer(name);
  glNamedFramebufferTexture(name, GL_COLOR_ATTACHMENT0, colour.name(), 0);
  glNamedFramebufferTexture(name, depthAttachment, depth.name(), 0);
  return glCheckNamedFramebufferStatus(name, GL_DRAW_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE ? std::move(framebuffer) : Framebuffer();
}

VertexArray makeVertexArray(std::string_view text) {
  GLuint name = 0;
  glCreateVertexArrays(1, &name);
  label(GL_VERTEX_ARRAY, name, text);
  return VertexArray(name);
}

}  // namespace arete::gl
