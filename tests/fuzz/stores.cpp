// Stores that were altered and sealed again: refused with the reason, or evolved by their points and chosen points, whatever these are now.
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>

#include "compute/chains/paged/paged_points.h"
#include "compute/core/error.h"
#include "tests/fuzz/sealed_file.h"
#include "tests/fuzz/target.h"
#include "tests/support/seal_store.h"
#include "tests/support/zoo.h"

namespace arete::fuzz {

namespace {

constexpr size_t kMemory_bytes = size_t(1) << 23;
constexpr uint32_t kPoints = 120;
constexpr double kR1 = 2;

struct SoundStore {
  SealedFile file;
  cpu::StoreHeader header;
  cpu::StorePlaces places;
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
  std::string content{std::istreambuf_iterator<char>(in), {}};
  std::filesystem::remove(path);
  cpu::StoreHeader header;
  std::memcpy(&header, content.data(), sizeof header);
  const cpu::StorePlaces places(cpu::headFrom(header), header.textBytes);
  const size_t behind = content.size() - places.cells;
  return {{std::move(content), sizeof header, size_t(places.cells), behind}, header, places};
}

const std::array<SoundStore, 4>& soundStores() {
  static const std::array<SoundStore, 4> stores{storeOf(test::uniformBox(kPoints, 2, 10, 1).withScalar(Scalar::float32)),
                                                storeOf(test::uniformBox(kPoints, 3, 10, 2)), storeOf(test::uniformBox(kPoints, 1, 10, 3)),
                                                storeOf(test::uniformBox(kPoints, 16, 10, 4).withScalar(Scalar::float32))};
  return stores;
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

std::vector<std::string> seeds() { return seedsOfEdits(soundStores().size()); }

bool run(std::string_view input) {
  const SoundStore& store = soundStores()[fileOf(input, soundStores().size())];
  const std::string content = edited(store.file, input, [&](std::string& file) { test::sealStore(file, store.places, store.header); });
  try {
    return evolve(std::make_shared<const cpu::KeptStore>(openedInMemory(content)));
  } catch (const Error& error) {
    require(error.kind() == ErrorKind::badInput || error.kind() == ErrorKind::wrongUse, error.what());
    require(!error.reason().empty(), error.what());
  } catch (const std::exception& error) {
    fail(error.what());
  }
  return false;
}

void mutate(std::string& input, Random& random) { mutateEdits(input, soundStores().size(), random); }

}  // namespace

const Target kTarget = {seeds, run, mutate};

}  // namespace arete::fuzz
