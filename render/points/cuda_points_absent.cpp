// Answers for builds without CUDA; with CUDA they are in render/interop.
#if !defined(ARETE_CUDA)

#include "compute/core/cuda_support.h"
#include "compute/core/error.h"
#include "render/interop/gl_sharing.h"
#include "render/points/points_image.h"

namespace arete {

GlSharing glSharing() { return {-1, cudaUnavailableReason()}; }

std::unique_ptr<PointsImage> makeCudaPoints(bool) {
  throw Error(ErrorKind::wrongUse, "no GPU to draw points with CUDA", "", cudaUnavailableReason(), "draw them with OpenGL or on the CPU");
}

}  // namespace arete

#endif
