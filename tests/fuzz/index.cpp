// Indexes of clouds on disk that were altered and sealed again: refused with the reason, or searched to the end with neighbours that exist.
#include <array>

#include "compute/chains/choose/stage.h"
#include "compute/chains/decimate/stage.h"
#include "compute/chains/evolve/stage.h"
#include "compute/chains/order/stage.h"
#include "compute/core/error.h"
#include "compute/neighbours/knn/stage.h"
#include "compute/neighbours/outofcore/build_index.h"
#include "compute/neighbours/outofcore/disk_search.h"
#include "compute/tiles/stage.h"
#include "tests/fuzz/sealed_file.h"
#include "tests/fuzz/target.h"
#include "tests/support/seal_index.h"
#include "tests/support/zoo.h"

namespace arete::fuzz {

namespace {

using namespace outofcore;
using Places = test::IndexHeaderPlaces;

constexpr uint32_t kPoints = 40, kLeafCapacity = 8;

struct SoundIndex {
  PointArray points;
  SealedFile file;
  IndexInfo info;
};

std::string contentOf(const DiskFile& file) {
  std::string content(file.size(), '\0');
  file.read(0, std::as_writable_bytes(std::span(content)));
  return content;
}

const std::array<SoundIndex, 4>& soundIndexes() {
  static const auto indexes = [] {
    std::array<SoundIndex, 4> made{{{test::uniformBox(kPoints, 2, 10, 1).withScalar(Scalar::float32), {}, {}},
                                    {test::uniformBox(kPoints, 3, 10, 2), {}, {}},
                                    {test::uniformBox(kPoints, 1, 10, 3), {}, {}},
                                    {test::uniformBox(kPoints, 16, 10, 4).withScalar(Scalar::float32), {}, {}}}};
    const auto device = makeCpuDevice(1);
    for (SoundIndex& index : made) {
      const BuildOptions options{.leafCapacity = kLeafCapacity, .memory_bytes = 8 << 20};
      index.info = indexInfoOf(ArrayStream(index.points), kLeafCapacity);
      std::string content =
          contentOf(buildTemporaryIndex(ArrayStream(index.points), std::filesystem::temp_directory_path(), options, {*device, {}, {}}));
      const size_t tables = test::valueAt<uint32_t>(content, Places::kLeaves) * (sizeof(Leaf) + 2 * 8 * size_t(index.info.dimension));
      index.file = {std::move(content), Places::kBytes, Places::kLeafTable, tables};
    }
    return made;
  }();
  return indexes;
}

template <class T>
bool search(const LeafIndex<T>& index) {
  static const auto device = makeCpuDevice(1);
  const ParamValues params;
  const auto inLeaf = cpu::leafSearchInBlocks.make<T>(index.info().dimension, params);
  uint32_t answered = 0;
  DiskSearch<T>(index, *inLeaf, 8 << 20)
      .ofItself(3, true,
                [&](const QueryBatch<T>& batch) {
                  answered += batch.count();
                  for (const uint32_t neighbour : batch.indices) require(neighbour < kPoints, "a neighbour that does not exist");
                  for (const uint32_t query : batch.names) require(query < kPoints, "a query that does not exist");
                },
                {*device, {}, {}});
  require(answered == kPoints, "another number of queries was answered");
  return true;
}

std::vector<std::string> seeds() { return seedsOfEdits(soundIndexes().size()); }

bool run(std::string_view input) {
  const SoundIndex& index = soundIndexes()[fileOf(input, soundIndexes().size())];
  const std::string content = edited(index.file, input, test::sealIndex);
  try {
    DiskFile file = openedInMemory(content);
    if (readIndexInfo(file) != index.info) return false;  // as arete-cli refuses one of another cloud
    if (index.info.scalar == Scalar::float32) return search(LeafIndex<float>(std::move(file)));
    return search(LeafIndex<double>(std::move(file)));
  } catch (const Error& error) {
    require(error.kind() == ErrorKind::badInput && !error.reason().empty(), error.what());
  } catch (const std::exception& error) {
    fail(error.what());
  }
  return false;
}

void mutate(std::string& input, Random& random) { mutateEdits(input, soundIndexes().size(), random); }

}  // namespace

const Target kTarget = {seeds, run, mutate};

}  // namespace arete::fuzz
