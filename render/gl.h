// OpenGL objects that delete themselves, labelled for debuggers. Only for files inside render/.
#pragma once

#include <epoxy/gl.h>

#include <glm/glm.hpp>
#include <glm/gtc/type_ptr.hpp>

#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace arete::gl {

/// While one lives, objects on this thread forget their names without deleting: their context is gone.
class ContextLost {
 public:
  ContextLost() { active_ = true; }
  ~ContextLost() { active_ = false; }
  ContextLost(const ContextLost&) = delete;
  ContextLost& operator=(const ContextLost&) = delete;
  static bool active() { return active_; }

 private:
  // The model says that this source may be part of a library that a running program loads, as the module of Python is.
  [[gnu::tls_model("initial-exec")]] static inline thread_local bool active_ = false;
};

/// Owns one GL name. Empty until made.
template <class Traits>
class Object {
 public:
  Object() = default;
  explicit Object(GLuint name) : name_(name) {}
  Object(Object&& other) noexcept : name_(std::exchange(other.name_, 0)) {}
  Object& operator=(Object&& other) noexcept {
    std::swap(name_, other.name_);
    return *this;
  }
  ~Object() {
    if (name_ != 0 && !ContextLost::active()) Traits::destroy(name_);
  }
  GLuint name() const { return name_; }
  explicit operator bool() const { return name_ != 0; }

 private:
  GLuint name_ = 0;
};

struct BufferTraits {
  static void destroy(GLuint name) { glDeleteBuffers(1, &name); }
};
struct TextureTraits {
  static void destroy(GLuint name) { glDeleteTextures(1, &name); }
};
struct FramebufferTraits {
  static void destroy(GLuint name) { glDeleteFramebuffers(1, &name); }
};
struct VertexArrayTraits {
  static void destroy(GLuint name) { glDeleteVertexArrays(1, &name); }
};
struct ProgramTraits {
  static void destroy(GLuint name) { glDeleteProgram(name); }
};
using Texture = Object<TextureTraits>;
using Framebuffer = Object<FramebufferTraits>;
using VertexArray = Object<VertexArrayTraits>;

/// A buffer that grows: `upload` replaces its content.
class Buffer {
 public:
  explicit Buffer(std::string_view label) : label_(label) {}
  GLuint name() const { return object_.name(); }
  template <class T>
  void upload(std::span<const T> values) {
    upload(values.data(), values.size_bytes());
  }
  /// Room for `bytes`, content undefined.
  void reserve(size_t bytes) { upload(nullptr, bytes); }
  void write(size_t offset, size_t bytes, const void* data) { glNamedBufferSubData(name(), GLintptr(offset), GLsizeiptr(bytes), data); }

 private:
  void upload(const void* data, size_t bytes);

  std::string label_;
  Object<BufferTraits> object_;
};

/// A program from two embedded shader files, e.g. "lines.vert" and "lines.frag".
class Program {
 public:
  /// Throws Error(internal) with the driver's log.
  Program(std::string_view vertexFile, std::string_view fragmentFile);
  GLuint name() const { return object_.name(); }
  void use() const { glUseProgram(name()); }

  // A uniform that the shader does not use is ignored.
  void set(const char* uniform, float value) const { glProgramUniform1f(name(), at(uniform), value); }
  void set(const char* uniform, int value) const { glProgramUniform1i(name(), at(uniform), value); }
  void set(const char* uniform, const glm::vec2& value) const { glProgramUniform2fv(name(), at(uniform), 1, glm::value_ptr(value)); }
  void set(const char* uniform, const glm::vec3& value) const { glProgramUniform3fv(name(), at(uniform), 1, glm::value_ptr(value)); }
  void set(const char* uniform, const glm::vec4& value) const { glProgramUniform4fv(name(), at(uniform), 1, glm::value_ptr(value)); }
  void set(const char* uniform, const glm::mat4& value) const { glProgramUniformMatrix4fv(name(), at(uniform), 1, GL_FALSE, glm::value_ptr(value)); }

 private:
  GLint at(const char* uniform) const { return glGetUniformLocation(name(), uniform); }

  Object<ProgramTraits> object_;
};

Texture makeTexture(std::string_view label, GLenum format, int width, int height);

/// Draws into two textures of one size, which must outlive it; `depthAttachment` by the format of the second. Empty when the driver refuses that.
Framebuffer makeFramebuffer(const Texture& colour, const Texture& depth, GLenum depthAttachment = GL_DEPTH_ATTACHMENT);
VertexArray makeVertexArray(std::string_view label);

}  // namespace arete::gl
