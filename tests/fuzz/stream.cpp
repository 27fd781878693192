// A file read piece by piece against the same file read whole: the same points, origin, type and words, or both refuse. The first byte of an
// input says which format, the second with which options.
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "tests/fuzz/reader_input.h"
#include "tests/fuzz/target.h"
#include "tests/support/stream_difference.h"

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

bool run(std::string_view bytes) {
  static const Folder folder;
  const ReaderInput input = readerInput(bytes.substr(std::min<size_t>(bytes.size(), 1)), formatOf(bytes));
  const fs::path path = folder.path / input.name;
  std::ofstream(path, std::ios::binary) << input.content;
  try {
    const std::string difference = test::streamDifference(path, input.options);
    require(difference.empty(), difference);
    readCloud(std::as_bytes(std::span(input.content)), input.name, input.options);
    return true;
  } catch (const Error&) {
    return false;
  } catch (const std::exception& error) {
    fail(error.what());
  }
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
