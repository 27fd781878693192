// Indexes of clouds on disk that were altered and sealed again: refused with the reason, or searched to the end with neighbours that exist.
// An input is a byte that names one of some sound indexes, then edits of it: where (2 bytes), how (1) and what (8).
#include <sys/mman.h>
#include <unistd.h>
#include <algorithm>

#include <array>

#include "compute/core/error.h"
#include "compute/cpu/versions.h"
#include "compute/outofcore/build_index.h"
#include "compute/outofcore/disk_search.h"
#include "tests/fuzz/target.h"
#include "tests/fuzz/words.h"
#include "tests/support/seal_index.h"
#include "tests/support/zoo.h"

namespace arete::fuzz {

namespace {

using namespace outofcore;
using Places = test::IndexHeaderPlaces;

constexpr size_t kEditBytes = 11, kMostEdits = 16;
constexpr uint32_t kPoints = 40, kLeafCapacity = 8;
constexpr uint8_t kInHeader = 1, kInTables = 2, kUnsealed = 0x80;  // bits of how

struct SoundIndex {
  PointArray points;
  std::string file;
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
      index.file = contentOf(buildTemporaryIndex(ArrayStream(index.points), std::filesystem::temp_directory_path(), options, {*device, {}, {}}));
      index.info = indexInfoOf(ArrayStream(index.points), kLeafCapacity);
    }
    return made;
  }();
  return indexes;
}

std::string edited(const SoundIndex& index, std::string_view edits) {
  std::string file = index.file;
  bool sealed = true;
  for (size_t i = 0; i < kMostEdits && edits.size() >= kEditBytes; ++i, edits.remove_prefix(kEditBytes)) {
    const std::string edit(edits.substr(0, kEditBytes));
    const auto where = test::valueAt<uint16_t>(edit, 0);
    const auto how = test::valueAt<uint8_t>(edit, 2);
    sealed = sealed && (how & kUnsealed) == 0;
    const size_t tables = test::valueAt<uint32_t>(index.file, Places::kLeaves) * (sizeof(Leaf) + 2 * 8 * size_t(index.info.dimension));
    const size_t at = (how & kInHeader)   ? where % Places::kBytes
                      : (how & kInTables) ? Places::kLeafTable + where % std::max<size_t>(tables, 1)
                                          : where % file.size();
    const auto value = test::valueAt<uint64_t>(edit, 3);
    if (how == kUnsealed) {  // cut off: there may be nothing left to edit
      file.resize(at);
      break;
    }
    if (how & 4) test::setAt(file, at / 4 * 4, uint32_t(value));
    else if (how & 8) test::setAt(file, at / 8 * 8, value);
    else test::setAt(file, at, uint8_t(value));
  }
  if (sealed) test::sealIndex(file);
  return file;
}

/// A file in memory that can be opened by name.
DiskFile opened(std::string_view content) {
  static const int descriptor = ::memfd_create("index", MFD_CLOEXEC);
  static const std::string name = "/proc/self/fd/" + std::to_string(descriptor);
  require(descriptor >= 0 && ::ftruncate(descriptor, 0) == 0 && ::pwrite(descriptor, content.data(), content.size(), 0) == ssize_t(content.size()),
          "no memory for a file");
  return DiskFile::openToRead(name);
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

std::vector<std::string> seeds() {
  std::vector<std::string> inputs;
  for (char i = 0; i < char(soundIndexes().size()); ++i) inputs.push_back(std::string(1, i));
  std::string edit(kEditBytes, '\0');
  for (const char how : {'\x05', '\x09', '\x06', '\x0a', '\x04'})
    for (char place = 8; place < 40; place = char(place + 4)) edit[2] = how, edit[0] = place, edit[3] = place, inputs.push_back('\0' + edit);
  return inputs;
}

bool run(std::string_view input) {
  const SoundIndex& index = soundIndexes()[input.empty() ? 0 : uint8_t(input[0]) % soundIndexes().size()];
  const std::string content = edited(index, input.substr(std::min<size_t>(input.size(), 1)));
  try {
    DiskFile file = opened(content);
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

void mutate(std::string& input, Random& random) {
  if (input.empty()) input = std::string(1, char(random.below(soundIndexes().size())));
  const size_t edits = (input.size() - 1) / kEditBytes;
  const size_t at = 1 + random.below(edits + 1) * kEditBytes;
  if (edits > 0 && random.oneIn(8)) input.erase(std::min(at, 1 + (edits - 1) * kEditBytes), kEditBytes);
  std::string edit(kEditBytes, '\0');
  test::setAt(edit, 0, uint16_t(random()));
  static constexpr uint8_t kHows[] = {kInHeader | 4, kInTables | 4, kInTables | 8, 4, 0, kInHeader, kInTables, kUnsealed, kUnsealed | kInTables};
  test::setAt(edit, 2, random.of(kHows));
  test::setAt(edit, 3, awkwardBits(random));
  if (edits < kMostEdits && random.oneIn(2)) input.insert(std::min(at, input.size()), edit);
  else input.replace(std::min(at, input.size()), kEditBytes, edit);
}

}  // namespace

const Target kTarget = {seeds, run, mutate};

}  // namespace arete::fuzz
