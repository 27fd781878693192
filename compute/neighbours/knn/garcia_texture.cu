// knn.cuda.garcia_texture: garcia_global with the reference points in a texture, whose cache makes up for scattered reads.
// Memory: as there, and the points once more. More points than a texture has rows are answered by garcia_global, and the note says so.
// Cost: as there. Loses as there; on today's devices, whose plain reads are cached too, the texture gains nothing.
// Source: Garcia 2008 (texture references there, texture objects here).
#include "compute/neighbours/knn/contract.h"
#include "compute/neighbours/knn/garcia.cuh"
#include "compute/neighbours/knn/point_texture.cuh"

namespace arete::cuda {

namespace {

template <class T>
class GarciaTexture final : public TextureSearcher<T> {
 public:
  GarciaTexture(const KnnInput& in, const StageContext& context) : TextureSearcher<T>(in, context) {}

 private:
  void run(const DeviceQueries<T>& queries, const DeviceAnswer<T>& answer, Neighbours& found, const StageContext& context) override {
    this->throughTexture(found, "garcia_global", [&](const auto& points, uint32_t n) { searchBySquares<T>(points, n, queries, answer, context); });
  }
};

}  // namespace

std::unique_ptr<KnnSearcher> knnGarciaTexture(const KnnInput& in, const StageContext& context) { return makeFor<GarciaTexture>(in, context); }

}  // namespace arete::cuda
