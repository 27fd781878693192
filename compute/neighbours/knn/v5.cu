// knn.cuda.v5: v3 reading the reference points through a texture, whose cache suits reads that are near each other but not in a row, so
// nothing needs transposing. Memory: the points twice. Cost: as v3, and a copy into the texture's own order.
// A texture has 65 536 rows on most devices: more points are answered by v4, and the note says so. Loses to v4, whose plain reads are
// cached as well today. Source: version study, v5 (texture references there, texture objects here).
#include "compute/neighbours/knn/by_blocks.cuh"
#include "compute/neighbours/knn/contract.h"
#include "compute/neighbours/knn/point_texture.cuh"

namespace arete::cuda {

namespace {

template <class T>
class V5 final : public TextureSearcher<T> {
 public:
  V5(const KnnInput& in, const StageContext& context) : TextureSearcher<T>(in, context, 1) {}

 private:
  void run(const DeviceQueries<T>& queries, const DeviceAnswer<T>& answer, Neighbours& found, const StageContext& context) override {
    this->throughTexture(found, "v4",
                         [&](const auto& points, uint32_t n) { answerByBlocks<T>(points, n, queries.points.view(), queries, 1, answer, context); });
  }
};

}  // namespace

std::unique_ptr<KnnSearcher> knnV5(const KnnInput& in, const StageContext& context) { return makeFor<V5>(in, context); }

}  // namespace arete::cuda
