// knn.cuda.v5: v3 reading the reference points through a texture, whose cache suits reads that are near each other but not in a row, so
// nothing needs turning over. Memory: the points twice. Cost: as v3, and a copy into the texture's own order.
// A texture has 65 536 rows on most devices: more points are answered by v4, and the note says so. Loses to v4, whose plain reads are
// cached as well today. Source: version study, v5 (texture references there, texture objects here).
#include "compute/cuda/knn/by_blocks.cuh"
#include "compute/cuda/knn/point_texture.cuh"
#include "compute/cuda/versions.h"

namespace arete::cuda {

namespace {

template <class T>
class V5 final : public DeviceSearcher<T> {
 public:
  V5(const KnnInput& in, const StageContext& context) : DeviceSearcher<T>(in, context, layout(in, context), 1), most_(most(context)) {
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
    if (texture_) return answerByBlocks<T>(texture_->view(), n, queries.points.view(), queries, 1, answer, context);
    found.note = pastTexture(n, most_, "v4");
    answerByBlocks<T>(this->points_.view(), n, queries.points.view(), queries, 1, answer, context);
  }

  uint32_t most_;
  std::optional<PointTexture<T>> texture_;
};

}  // namespace

std::unique_ptr<KnnSearcher> knnV5(const KnnInput& in, const StageContext& context) { return makeFor<V5>(in, context); }

}  // namespace arete::cuda
