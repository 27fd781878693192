// Stores that were altered and sealed again: refused with the reason, or evolved by their points and chosen points, whatever these are now.
// An input is a byte that names one of some sound stores, then edits of it: where (2 bytes), how (1) and what (8).
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>

#include "compute/core/error.h"
#include "compute/cpu/paged/paged_points.h"
#include "tests/fuzz/target.h"
#include "tests/fuzz/words.h"
#include "tests/support/seal_index.h"
#include "tests/support/seal_store.h"
#include "tests/support/zoo.h"

namespace arete::fuzz {

namespace {

constexpr size_t kEditBytes = 11, kMostEdits = 16, kMemory_bytes = size_t(1) << 23;
constexpr uint32_t kPoints = 120;
constexpr double kR1 = 2;
constexpr uint8_t kInHeader = 1, kInTables = 2, kUnsealed = 0x80;  // bits of how

struct SoundStore {
  std::string file;
  cpu::StoreHeader header;
  uint64_t tables = 0;  // where cells begin, chosen points behind them
};

Device& device() {
  static const auto one = makeCpuDevice(1);
  return *one;
}

cpu::PagedOptions optionsOf(double r1) {
  return {.r1 = r1, .params = {}, .memory_bytes = kMemory_bytes, .scratch = std::filesystem::temp_directory_path()};
}

SoundStore storeOf(const PointArray& points) {
  const std::filesystem::path path = std::filesystem::temp_directory_path() / ("arete-fuzz-store-" + std::to_string(getpid()));
  cpu::PagedOptions making = optionsOf(kR1);
  making.store = cpu::StoreWish{path, {.input = {"a file", "its size"}, .about = "as it was"}};
  const ArrayStream stream(points);
  cpu::makePagedPoints(stream, making)->evolver(points.size(), {device(), {}, {}});
  std::ifstream in(path, std::ios::binary);
  SoundStore store{{std::istreambuf_iterator<char>(in), {}}, {}};
  std::memcpy(&store.header, store.file.data(), sizeof store.header);
  store.tables = cpu::StorePlaces(cpu::headFrom(store.header), store.header.textBytes).cells;
  std::filesystem::remove(path);
  return store;
}

const std::array<SoundStore, 4>& soundStores() {
  static const std::array<SoundStore, 4> stores{storeOf(test::uniformBox(kPoints, 2, 10, 1).withScalar(Scalar::float32)),
                                                storeOf(test::uniformBox(kPoints, 3, 10, 2)), storeOf(test::uniformBox(kPoints, 1, 10, 3)),
                                                storeOf(test::uniformBox(kPoints, 16, 10, 4).withScalar(Scalar::float32))};
  return stores;
}

std::string edited(const SoundStore& store, std::string_view edits) {
  std::string file = store.file;
  bool sealed = true;
  for (size_t i = 0; i < kMostEdits && edits.size() >= kEditBytes; ++i, edits.remove_prefix(kEditBytes)) {
    const std::string edit(edits.substr(0, kEditBytes));
    const auto where = test::valueAt<uint16_t>(edit, 0);
    const auto how = test::valueAt<uint8_t>(edit, 2);
    sealed = sealed && (how & kUnsealed) == 0;
    const size_t at = (how & kInHeader)   ? where % sizeof(cpu::StoreHeader)
                      : (how & kInTables) ? store.tables + where % (store.file.size() - store.tables)
                                          : where % store.file.size();
    const auto value = test::valueAt<uint64_t>(edit, 3);
    if (how == kUnsealed) {  // cut off: there may be nothing left to edit
      file.resize(std::min(at, file.size()));
      break;
    }
    if (how & 4) test::setAt(file, at / 4 * 4, uint32_t(value));
    else if (how & 8) test::setAt(file, at / 8 * 8, value);
    else test::setAt(file, at, uint8_t(value));
  }
  if (sealed) test::sealStore(file, cpu::StorePlaces(cpu::headFrom(store.header), store.header.textBytes), store.header);
  return file;
}

/// A file in memory that can be opened by name.
DiskFile opened(std::string_view content) {
  static const int descriptor = ::memfd_create("store", MFD_CLOEXEC);
  static const std::string name = "/proc/self/fd/" + std::to_string(descriptor);
  require(descriptor >= 0 && ::ftruncate(descriptor, 0) == 0 && ::pwrite(descriptor, content.data(), content.size(), 0) == ssize_t(content.size()),
          "no memory for a file");
  return DiskFile::openToRead(name);
}

/// As a detection does, which knows R1 from the store.
bool evolve(std::shared_ptr<const cpu::KeptStore> store) {
  constexpr int kIterations = 6;
  const StageContext here{device(), {}, {}};
  const double r1 = store->head().r1;
  const auto points = cpu::makeStoredPoints(std::move(store), optionsOf(r1));
  const StreamedPoints::Chosen chosen = points->choose(here);
  const auto evolver = points->evolver(chosen.points.size(), here);
  evolver->reset(chosen.points, here);
  for (int i = 0; i < kIterations; ++i) evolver->step(here);
  require(evolver->chosen().size() == chosen.points.size(), "another number of chosen points");
  return true;
}

std::vector<std::string> seeds() {
  std::vector<std::string> inputs;
  for (char i = 0; i < char(soundStores().size()); ++i) inputs.push_back(std::string(1, i));
  std::string edit(kEditBytes, '\0');
  for (const char how : {'\x05', '\x09', '\x06', '\x0a', '\x04'})
    for (char place = 8; place < 40; place = char(place + 4)) edit[2] = how, edit[0] = place, edit[3] = place, inputs.push_back('\0' + edit);
  return inputs;
}

bool run(std::string_view input) {
  const SoundStore& store = soundStores()[input.empty() ? 0 : uint8_t(input[0]) % soundStores().size()];
  const std::string content = edited(store, input.substr(std::min<size_t>(input.size(), 1)));
  try {
    return evolve(std::make_shared<const cpu::KeptStore>(opened(content)));
  } catch (const Error& error) {
    require(error.kind() == ErrorKind::badInput || error.kind() == ErrorKind::wrongUse, error.what());
    require(!error.reason().empty(), error.what());
  } catch (const std::exception& error) {
    fail(error.what());
  }
  return false;
}

void mutate(std::string& input, Random& random) {
  if (input.empty()) input = std::string(1, char(random.below(soundStores().size())));
  const size_t edits = (input.size() - 1) / kEditBytes;
  const size_t at = 1 + random.below(edits + 1) * kEditBytes;
  if (edits > 0 && random.oneIn(8)) input.erase(std::min(at, 1 + (edits - 1) * kEditBytes), kEditBytes);
  std::string edit(kEditBytes, '\0');
  test::setAt(edit, 0, uint16_t(random()));
  static constexpr uint8_t kHows[] = {kInHeader | 4, kInHeader | 8, kInTables | 4, kInTables | 8, 4, 0, kInHeader, kInTables, kUnsealed};
  test::setAt(edit, 2, random.of(kHows));
  test::setAt(edit, 3, awkwardBits(random));
  if (edits < kMostEdits && random.oneIn(2)) input.insert(std::min(at, input.size()), edit);
  else input.replace(std::min(at, input.size()), kEditBytes, edit);
}

}  // namespace

const Target kTarget = {seeds, run, mutate};

}  // namespace arete::fuzz
