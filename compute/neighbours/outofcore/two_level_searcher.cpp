#include "compute/neighbours/outofcore/two_level_searcher.h"

#include <algorithm>

#include "compute/neighbours/outofcore/build_index.h"
#include "compute/neighbours/outofcore/disk_search.h"

namespace arete::outofcore {

namespace {

template <class T>
class TwoLevel final : public KnnSearcher {
 public:
  TwoLevel(const KnnInput& in, const LeafSearchFunctions& inLeaf, const StageContext& context)
      : KnnSearcher(in),
        memory_bytes_(size_t(in.params.get(kMaxMemoryParam)) << 20),
        folder_(std::filesystem::temp_directory_path()),
        index_(buildTemporaryIndex(ArrayStream(in.reference), folder_,
                                   {.leafCapacity = uint32_t(in.params.get(kLeafCapacityParam)), .memory_bytes = memory_bytes_}, context)),
        inLeaf_(inLeaf.make<T>(in.reference.dimension(), in.params)),
        search_(index_, *inLeaf_, memory_bytes_) {}

 private:
  void search(const KnnQuery& query, Neighbours& found, const StageContext& context) override {
    const auto put = [&](const QueryBatch<T>& answered) {
      const size_t k = found.k;
      for (uint32_t i = 0; i < answered.count(); ++i) {
        std::copy_n(&answered.indices[i * k], k, &found.indices[answered.names[i] * k]);
        std::copy_n(&answered.distances[i * k], k, &found.squared<T>()[answered.names[i] * k]);
      }
    };
    if (&query.points == &reference_) search_.ofItself(query.k, query.excludeSelf, put, context);
    else search_.of(ArrayStream(query.points), query.k, query.excludeSelf, folder_, put, context);
  }

  const size_t memory_bytes_;
  const std::filesystem::path folder_;
  const LeafIndex<T> index_;
  const std::unique_ptr<LeafSearch<T>> inLeaf_;
  DiskSearch<T> search_;
};

}  // namespace

std::unique_ptr<KnnSearcher> makeTwoLevelSearcher(const KnnInput& in, const LeafSearchFunctions& inLeaf, const StageContext& context) {
  return withScalarType(in.reference.scalar(),
                        [&]<class T>() -> std::unique_ptr<KnnSearcher> { return std::make_unique<TwoLevel<T>>(in, inLeaf, context); });
}

}  // namespace arete::outofcore
