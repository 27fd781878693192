// A file read piece by piece against the same file read whole: the same points, origin, type and words, or both refuse. The first byte of an
// input says which format, the second with which options.
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <filesystem>
#include <fstream>
#include <optional>

#include "compute/core/error.h"
#include "compute/io/file_stream.h"
#include "tests/fuzz/reader_input.h"
#include "tests/fuzz/target.h"

namespace arete::fuzz {

namespace {

namespace fs = std::filesystem;

const FileFormat& formatOf(std::string_view input) {
  const auto formats = fileFormats();
  return formats[input.empty() ? 0 : uint8_t(input[0]) % formats.size()];
}

/// A folder that is gone when the program ends well.
struct Folder {
  fs::path path = [] {
    std::string name = (fs::temp_directory_path() / "arete-fuzz-XXXXXX").string();
    require(::mkdtemp(name.data()) != nullptr, "no temporary folder");
    return fs::path(name);
  }();
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
};

std::vector<std::string> seeds() {
  std::vector<std::string> inputs;
  for (size_t i = 0; i < fileFormats().size(); ++i)
    for (const std::string& file : soundFiles(fileFormats()[i]))
      for (const char flags : {'\0', '\x05'}) inputs.push_back(std::string{char(i), flags} + file);
  return inputs;
}

template <class Read>
auto readOrRefuse(Read&& read) -> std::pair<std::optional<decltype(read())>, std::string> {
  try {
    return {read(), ""};
  } catch (const Error& error) {
    require(error.kind() != ErrorKind::internal && error.kind() != ErrorKind::outOfMemory, error.what());
    return {std::nullopt, error.what()};
  } catch (const std::exception& error) {
    fail(error.what());
  }
}

void expectSamePoints(const FileStream& stream, const PointCloud& whole) {
  uint32_t next = 0;
  stream.read(0, [&](const PointArray& block, uint32_t first) {
    require(first == next && uint64_t(first) + block.size() <= whole.size(), "blocks do not follow each other");
    for (uint32_t i = 0; i < block.size(); ++i)
      for (int k = 0; k < block.dimension(); ++k)
        require(std::bit_cast<uint64_t>(block.coordinate(i, k)) == std::bit_cast<uint64_t>(whole.points().coordinate(first + i, k)), "another point");
    next += block.size();
  }, {});
  require(next == whole.size(), "another number of points came");
}

void expectSame(const FileStream& stream, const CloudFile& whole) {
  const CloudFile& about = stream.about();
  require(stream.size() == whole.cloud.size() && about.pointsInFile == whole.pointsInFile && about.nonFinite == whole.nonFinite, "other numbers of points");
  require(about.format == whole.format, "another format");
  for (const std::string& warning : about.warnings)  // of what a stream does not read (attributes, elements behind the vertices) it says nothing
    require(std::ranges::find(whole.warnings, warning) != whole.warnings.end(), "a warning of the stream alone: " + warning);
  if (stream.size() == 0) return;
  require(stream.dimension() == whole.cloud.dimension() && stream.scalar() == whole.cloud.scalar() && stream.origin() == whole.cloud.origin(),
          "another dimension, type or origin");
  require(stream.bounds({}).minimum == whole.cloud.bounds().minimum && stream.bounds({}).maximum == whole.cloud.bounds().maximum, "other bounds");
  expectSamePoints(stream, whole.cloud);
}

bool run(std::string_view bytes) {
  static const Folder folder;
  const ReaderInput input = readerInput(bytes.substr(std::min<size_t>(bytes.size(), 1)), formatOf(bytes));
  const fs::path path = folder.path / input.name;
  std::ofstream(path, std::ios::binary) << input.content;
  const auto [whole, wholeRefusal] = readOrRefuse([&] { return readCloud(std::as_bytes(std::span(input.content)), path.string(), input.options); });
  const auto [stream, refusal] = readOrRefuse([&] { return FileStream(path, input.options, {}); });
  if (wholeRefusal.starts_with("not a cloud")) return false;  // coordinates that floats cannot hold, which were asked for
  require(whole.has_value() == stream.has_value(), whole ? "read whole, refused as a stream: " + refusal : "a stream, refused whole: " + wholeRefusal);
  if (whole) expectSame(*stream, *whole);
  return whole.has_value();
}

void mutate(std::string& input, Random& random) {
  if (input.size() < 2) input.resize(2);
  if (random.oneIn(32)) input[0] = char(random.below(fileFormats().size()));
  std::string rest = input.substr(1);
  mutateReaderInput(rest, formatOf(input), random);
  input.replace(1, std::string::npos, rest);
}

}  // namespace

const Target kTarget = {seeds, run, mutate};

}  // namespace arete::fuzz
