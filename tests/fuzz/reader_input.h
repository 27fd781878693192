// An input of a reader: a byte that says with which options, then the file.
#pragma once

#include <string>
#include <string_view>

#include "compute/io/read_cloud.h"
#include "tests/fuzz/file_formats.h"

namespace arete::fuzz {

struct ReaderInput {
  ReadOptions options;
  std::string_view name, content;
};

/// The empty input is a file without bytes. Option byte 0: none, the format's first name.
inline ReaderInput readerInput(std::string_view input, const FileFormat& format) {
  if (input.empty()) return {{}, format.names[0], {}};
  const auto flags = uint8_t(input[0]);
  ReaderInput result{{}, format.names[flags % format.names.size()], input.substr(1)};
  static constexpr int kDimensions[] = {0, 0, 0, 1, 2, 3, 4, 16};
  ReadOptions& options = result.options;
  if (const int dimension = kDimensions[flags & 7]; dimension > 0) options.dimension = dimension;
  if ((flags >> 3 & 3) == 2) options.columns = {"y", "1"};
  if ((flags >> 3 & 3) == 3) options.columns = {"3", "x", "2"};
  if ((flags >> 5 & 3) >= 2) options.scalar = (flags >> 5 & 1) ? Scalar::float64 : Scalar::float32;
  if (flags >> 7) {
    options.rawScalar = Scalar::float64;
    options.separator = flags & 1 ? ';' : ',';
    options.decimalComma = (flags & 2) != 0;
    options.skipLines = flags >> 2 & 1;
  }
  return result;
}

/// One change of the option byte, seldom, or of the file.
inline void mutateReaderInput(std::string& input, const FileFormat& format, Random& random) {
  if (input.empty()) input = std::string(1, '\0');
  if (random.oneIn(16)) input[0] = char(random.oneIn(2) ? 0 : random());
  std::string file = input.substr(1);
  changeFile(file, format, random);
  input.replace(1, std::string::npos, file);
}

}  // namespace arete::fuzz
