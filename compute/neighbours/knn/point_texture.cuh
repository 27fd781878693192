// Points in a texture object: x is the coordinate, y the point, so that rows are copied unchanged.
#pragma once

#include "compute/gpu/kernel_time.h"
#include "compute/neighbours/knn/searcher.cuh"

namespace arete::cuda {

/// The texture that kernels read; doubles are stored as pairs of integers.
template <class T>
struct TexturePoints {
  cudaTextureObject_t texture;
  __device__ T at(size_t point, int k) const {
    if constexpr (sizeof(T) == sizeof(float)) return tex2D<float>(texture, float(k) + 0.5f, float(point) + 0.5f);
    else {
      const int2 halves = tex2D<int2>(texture, float(k) + 0.5f, float(point) + 0.5f);
      return __hiloint2double(halves.y, halves.x);
    }
  }
};

template <class T>
class PointTexture {
 public:
  /// Most points that a texture of this device has room for. Row numbers are floats there, exact up to 2²⁴.
  static uint32_t mostPoints(const cudaDeviceProp& properties) { return uint32_t(properties.maxTexture2D[1]); }

  /// `points` in row layout.
  PointTexture(const DevicePointSet<T>& points, cudaStream_t stream) {
    const size_t width = size_t(points.dimension()) * sizeof(T);
    const auto format = sizeof(T) == sizeof(float) ? cudaCreateChannelDesc<float>() : cudaCreateChannelDesc<int2>();
    CUDA_CHECK(cudaMallocArray(&array_, &format, points.dimension(), points.size()));
    try {
      CUDA_CHECK(cudaMemcpy2DToArrayAsync(array_, 0, 0, points.view().data, width, width, points.size(), cudaMemcpyDeviceToDevice, stream));
      cudaResourceDesc resource{};
      resource.resType = cudaResourceTypeArray;
      resource.res.array.array = array_;
      cudaTextureDesc how{};
      how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
      how.filterMode = cudaFilterModePoint;
      how.readMode = cudaReadModeElementType;
      CUDA_CHECK(cudaCreateTextureObject(&texture_, &resource, &how, nullptr));
    } catch (...) {
      cudaFreeArray(array_);
      throw;
    }
  }
  ~PointTexture() {
    cudaDestroyTextureObject(texture_);
    cudaFreeArray(array_);
  }
  PointTexture(const PointTexture&) = delete;
  PointTexture& operator=(const PointTexture&) = delete;

  TexturePoints<T> view() const { return {texture_}; }

 private:
  cudaArray_t array_ = nullptr;
  cudaTextureObject_t texture_ = 0;
};

/// Shared by the versions with a texture: the reference in one where it fits, else in columns.
template <class T>
class TextureSearcher : public DeviceSearcher<T> {
 protected:
  TextureSearcher(const KnnInput& in, const StageContext& context, uint32_t mostNeighbours = kMostNeighbours)
      : DeviceSearcher<T>(in, context, in.reference.size() > most(context) ? Layout::column : Layout::row, mostNeighbours), most_(most(context)) {
    if (in.reference.empty() || in.reference.size() > most_) return;
    const cudaStream_t stream = cudaDevice(context).stream();
    const Timer build(stream);
    build.start();
    texture_.emplace(this->points_, stream);
    build.stop();
    this->spent_.build += build.milliseconds();
  }

  /// search(points to be read from, how many). `instead`: the version that this is without a texture, for the note.
  template <class Search>
  void throughTexture(Neighbours& found, const char* instead, const Search& search) const {
    const uint32_t n = this->points_.size();
    if (texture_) return search(texture_->view(), n);
    found.note =
        std::to_string(n) + " reference points, and a texture of this device has " + std::to_string(most_) + " rows: fell back to " + instead;
    search(this->points_.view(), n);
  }

 private:
  static uint32_t most(const StageContext& context) { return PointTexture<T>::mostPoints(cudaDevice(context).properties()); }

  uint32_t most_;
  std::optional<PointTexture<T>> texture_;
};

}  // namespace arete::cuda
