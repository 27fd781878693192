#include "render/interop/shared_buffer.h"

#include "render/gl.h"
// after GL's types
#include <cuda_gl_interop.h>

#include <vector>

#include "compute/gpu/check.h"
#include "compute/gpu/watch.h"
#include "render/interop/gl_sharing.h"

namespace arete {

GlSharing glSharing() {
  constexpr unsigned kMost = 16;
  unsigned count = 0;
  int devices[kMost] = {};
  const cudaError_t code = cudaGLGetDevices(&count, devices, kMost, cudaGLDeviceListAll);
  if (code == cudaSuccess && count > 0) return {devices[0], ""};
  cudaGetLastError();
  return {-1, code == cudaSuccess || code == cudaErrorNoDevice ? "OpenGL does not draw on a GPU that CUDA computes on" : cudaGetErrorString(code)};
}

struct SharedBuffer::State {
  gl::Buffer buffer;
  int gpu;
  std::string whyNot;
  size_t bytes = 0;
  cudaGraphicsResource* resource = nullptr;
  std::vector<std::byte> host;

  State(std::string_view label, int index) : buffer(label), gpu(index) {}
  ~State() { forget(); }

  void forget() {
    if (resource != nullptr) cudaGraphicsUnregisterResource(std::exchange(resource, nullptr));
    cudaGetLastError();  // the context may be gone already
  }

  void resize(size_t wanted) {
    forget();
    buffer.reserve(wanted);
    bytes = wanted;
    if (!whyNot.empty()) return;
    const cudaError_t code = cudaGraphicsGLRegisterBuffer(&resource, buffer.name(), cudaGraphicsRegisterFlagsWriteDiscard);
    if (code == cudaSuccess) return;
    cudaGetLastError();
    resource = nullptr;
    whyNot = std::string("the driver refuses to share a buffer: ") + cudaGetErrorString(code);
  }

  /// False when the driver no longer maps the buffer; then the host takes over for good.
  bool copyOnDevice(const void* from, cudaStream_t stream) {
    void* to = nullptr;
    size_t room = 0;
    cudaError_t code = cudaGraphicsMapResources(1, &resource, stream);
    if (code == cudaSuccess) {
      code = cudaGraphicsResourceGetMappedPointer(&to, &room, resource);
      if (code == cudaSuccess) code = cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, stream);
      const cudaError_t unmapped = cudaGraphicsUnmapResources(1, &resource, stream);
      if (code == cudaSuccess) code = unmapped;
    }
    if (code == cudaSuccess) return true;
    cudaGetLastError();
    whyNot = std::string("the driver refuses to map a shared buffer: ") + cudaGetErrorString(code);
    resize(bytes);
    return false;
  }
};

SharedBuffer::SharedBuffer(std::string_view label, int gpu, bool mayShare) : state_(std::make_unique<State>(label, gpu)) {
  const GlSharing sharing = glSharing();
  if (!mayShare) state_->whyNot = "switched off";
  else if (sharing.gpu < 0) state_->whyNot = sharing.whyNot;
  else if (sharing.gpu != gpu) state_->whyNot = "OpenGL draws on another GPU";
}

SharedBuffer::~SharedBuffer() = default;

void SharedBuffer::fill(const void* deviceData, size_t bytes, CUstream_st* stream) {
  State& s = *state_;
  CUDA_CHECK(cudaSetDevice(s.gpu));
  if (bytes != s.bytes) s.resize(bytes);
  if (bytes == 0 || (s.resource != nullptr && s.copyOnDevice(deviceData, stream))) return;
  s.host.resize(bytes);
  cuda::copyToHost(s.host.data(), deviceData, bytes, stream);
  s.buffer.write(0, bytes, s.host.data());
}

unsigned SharedBuffer::name() const { return state_->buffer.name(); }
const std::string& SharedBuffer::whyNotShared() const { return state_->whyNot; }

}  // namespace arete
