#include "render/headless.h"

#include <dlfcn.h>
#include <epoxy/egl.h>
#include <epoxy/gl.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "compute/core/error.h"

namespace arete {

namespace {

[[noreturn]] void fail(const std::string& reason) {
  throw Error(ErrorKind::internal, "cannot draw without a window", "", reason,
              "install a driver with EGL and OpenGL 4.5 (Mesa: libegl1, libgl1-mesa-dri)");
}

/// A device's number in CUDA; −1 if CUDA does not know it.
int cudaIndex(EGLDeviceEXT device) {
  const char* extensions = eglQueryDeviceStringEXT(device, EGL_EXTENSIONS);
  EGLAttrib index = -1;
  if (extensions == nullptr || std::string_view(extensions).find("EGL_NV_device_cuda") == std::string_view::npos) return -1;
  return eglQueryDeviceAttribEXT(device, EGL_CUDA_DEVICE_NV, &index) ? int(index) : -1;
}

/// Where a context may come from, best first: the GPUs, then Mesa without a device, then whatever EGL takes as default.
std::vector<EGLDisplay> displays(int gpu) {
  std::vector<EGLDisplay> found;
  if (epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_EXT_platform_base")) {
    if (epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_EXT_platform_device") && epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_EXT_device_enumeration")) {
      constexpr EGLint kMostDevices = 16;
      std::array<EGLDeviceEXT, kMostDevices> devices{};
      EGLint count = 0;
      if (eglQueryDevicesEXT(kMostDevices, devices.data(), &count))  // those that are not NVIDIA's have no index
        std::stable_partition(devices.begin(), devices.begin() + count, [gpu](EGLDeviceEXT device) { return cudaIndex(device) == gpu; });
      for (EGLint i = 0; i < count; ++i) found.push_back(eglGetPlatformDisplayEXT(EGL_PLATFORM_DEVICE_EXT, devices[size_t(i)], nullptr));
    }
    if (epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_MESA_platform_surfaceless"))
      found.push_back(eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr));
  }
  found.push_back(eglGetDisplay(EGL_DEFAULT_DISPLAY));
  return found;
}

}  // namespace

struct HeadlessContext::State {
  EGLDisplay display = EGL_NO_DISPLAY;
  EGLContext context = EGL_NO_CONTEXT;

  bool open(EGLDisplay candidate) {
    if (candidate == EGL_NO_DISPLAY || !eglInitialize(candidate, nullptr, nullptr) || !eglBindAPI(EGL_OPENGL_API)) return false;
    static constexpr EGLint kConfig[] = {EGL_SURFACE_TYPE, 0, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
    static constexpr EGLint kContext[] = {EGL_CONTEXT_MAJOR_VERSION,           4,       EGL_CONTEXT_MINOR_VERSION, 5, EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                          EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
    EGLConfig config{};
    EGLint count = 0;
    if (!eglChooseConfig(candidate, kConfig, &config, 1, &count) || count == 0) return false;
    const EGLContext made = eglCreateContext(candidate, config, EGL_NO_CONTEXT, kContext);
    if (made == EGL_NO_CONTEXT) return false;
    if (!eglMakeCurrent(candidate, EGL_NO_SURFACE, EGL_NO_SURFACE, made)) {
      eglDestroyContext(candidate, made);
      return false;
    }
    display = candidate;
    context = made;
    return true;
  }
};

HeadlessContext::HeadlessContext(int gpu) : state_(std::make_unique<State>()) {
  // epoxy ends the program when the library is missing, so look first.
  if (dlopen("libEGL.so.1", RTLD_LAZY) == nullptr) fail("there is no libEGL.so.1");
  for (const EGLDisplay display : displays(gpu))
    if (state_->open(display)) return;
  fail("no EGL display gives an OpenGL 4.5 core context");
}

HeadlessContext::~HeadlessContext() {
  eglMakeCurrent(state_->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  eglDestroyContext(state_->display, state_->context);
}

void HeadlessContext::makeCurrent() {
  if (!eglMakeCurrent(state_->display, EGL_NO_SURFACE, EGL_NO_SURFACE, state_->context)) fail("EGL refuses to make the context current");
}

}  // namespace arete
