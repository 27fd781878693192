// The readers of point clouds, one executable for each format (reader_format.cpp): points, or one refusal that says why.
#include <cmath>
#include <string>

#include "compute/core/error.h"
#include "tests/fuzz/reader_format.h"
#include "tests/fuzz/reader_input.h"
#include "tests/fuzz/target.h"

namespace arete::fuzz {

namespace {

const FileFormat& format() { return fileFormat(kReaderFormat); }

std::vector<std::string> seeds() {
  std::vector<std::string> inputs;
  for (const std::string& file : soundFiles(format())) inputs.push_back('\0' + file);
  const std::string first = inputs.front().substr(1);
  for (size_t name = 0; name < format().names.size(); ++name) inputs.push_back(char(name) + first);
  for (const char flags : {'\x03', '\x04', '\x05', '\x15', '\x1d', '\x40', '\x60', '\x80', '\x85'}) inputs.push_back(flags + first);
  return inputs;
}

void check(const CloudFile& file) {
  require(!file.format.empty(), "no format");
  require(file.points() == file.cloud.size(), "the numbers of points do not agree");
  for (const Attribute& attribute : file.cloud.attributes()) require(attribute.values.size() == file.cloud.size(), "an attribute of another size");
  for (uint32_t i = 0; i < file.cloud.size(); ++i)
    for (int k = 0; k < file.cloud.dimension(); ++k) require(std::isfinite(file.cloud.points().coordinate(i, k)), "a coordinate is not finite");
  for (const std::string& warning : file.warnings) require(!warning.empty(), "an empty warning");
}

bool run(std::string_view bytes) {
  const ReaderInput input = readerInput(bytes, format());
  try {
    check(readCloud(std::as_bytes(std::span(input.content)), input.name, input.options));
    return true;
  } catch (const Error& error) {
    require(error.kind() == ErrorKind::badInput || error.kind() == ErrorKind::wrongUse, error.what());
    require(!error.reason().empty(), "a refusal without a reason");
    require(error.where().starts_with(input.name), std::string("a refusal that does not name the file: ") + error.what());
  } catch (const std::exception& error) {
    fail(error.what());
  }
  return false;
}

void mutate(std::string& input, Random& random) { mutateReaderInput(input, format(), random); }

}  // namespace

const Target kTarget = {seeds, run, mutate};

}  // namespace arete::fuzz
