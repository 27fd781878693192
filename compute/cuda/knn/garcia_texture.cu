// knn.cuda.garcia_texture: garcia_global with the reference points behind a texture, whose cache makes up for reads that are not in a row.
// Memory: as there, and the points once more. More points than a texture has rows are answered by garcia_global, and the note says so.
// Cost: as there. Loses as there; on today's devices, whose plain reads are cached too, the texture gains nothing.
// Source: Garcia 2008 (texture references there, texture objects here).
#include "compute/cuda/knn/garcia.cuh"
#include "compute/cuda/knn/point_texture.cuh"
#include "compute/cuda/versions.h"

namespace arete::cuda {

namespace {

template <class T>
class GarciaTexture final : public DeviceSearcher<T> {
 public:
  GarciaTexture(const KnnInput& in, const StageContext& context) : DeviceSearcher<T>(in, context, layout(in, context)), most_(most(context)) {
    const cudaStream_t stream = cudaDevice(context).stream();
    if (in.reference.empty() || in.reference.size() > most_) return;
    const Timer build(stream);
    build.start();
    texture_.emplace(this->points_, stream);
    build.stop();
    this->spent_.build += build.milliseconds();
  }

 private:
  static uint32_t most(const StageContext& context) { return PointTexture<T>::mostPoints(cudaDevice(context).properties()); }
  static Layout layout(const KnnInput& in, const StageContext& context) { return in.reference.size() > most(context) ? Layout::column : Layout::row; }

  void run(const DeviceQueries<T>& queries, const DeviceAnswer<T>& answer, Neighbours& found, const StageContext& context) override {
    const uint32_t n = this->points_.size();
    if (texture_) return searchByTiles<T>(texture_->view(), n, queries, answer, context);
    found.note = pastTexture(n, most_, "garcia_global");
    searchByTiles<T>(this->points_.view(), n, queries, answer, context);
  }

  uint32_t most_;
  std::optional<PointTexture<T>> texture_;
};

}  // namespace

std::unique_ptr<KnnSearcher> knnGarciaTexture(const KnnInput& in, const StageContext& context) { return makeFor<GarciaTexture>(in, context); }

}  // namespace arete::cuda
