// An OpenGL 4.5 core context without a window (EGL, surfaceless): llvmpipe where there is no GPU, the GPU on servers.
#pragma once

#include <memory>

namespace arete {

class HeadlessContext {
 public:
  /// Makes the context and makes it current: on the GPU with number `gpu` in CUDA if it exists, else on the best available device.
  /// Throws Error(internal) with the reason when there is no EGL or no OpenGL 4.5.
  explicit HeadlessContext(int gpu = 0);
  ~HeadlessContext();
  HeadlessContext(const HeadlessContext&) = delete;
  HeadlessContext& operator=(const HeadlessContext&) = delete;
  void makeCurrent();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace arete
