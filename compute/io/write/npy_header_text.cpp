#include "compute/io/write/npy_header_text.h"

#include <algorithm>
#include <string>

namespace arete {

// Source: NumPy's "NPY format", versions 1.0, 2.0 (headers from 64 kB on) and 3.0 (UTF-8 in them): magic, version, length of the header, header;
// their sum a multiple of 64.
static void putHeader(TextFile& file, std::string header) {
  constexpr size_t kBeforeHeader = 10, kBeforeLongHeader = 12, kAlignment = 64, kByte = 256, kLongest = 0xFF00;
  const bool isAscii = std::ranges::all_of(header, [](char c) { return c >= 0; });
  const bool isLong = header.size() > kLongest || !isAscii;
  while (((isLong ? kBeforeLongHeader : kBeforeHeader) + header.size() + 1) % kAlignment != 0) header += ' ';
  header += '\n';
  const size_t size = header.size();
  file.put(std::string_view("\x93NUMPY", 6), isAscii ? isLong ? '\x02' : '\x01' : '\x03', '\0', char(size % kByte), char(size / kByte % kByte));
  if (isLong) file.put(char(size / kByte / kByte % kByte), '\0');
  file.put(header);
}

void write::npyHeader(TextFile& file, std::string_view type, size_t rows, size_t columns) {
  putHeader(file, "{'descr': '" + std::string(type) + "', 'fortran_order': False, 'shape': (" + std::to_string(rows) + ", " +
                      std::to_string(columns) + "), }");
}

void write::npyHeader(TextFile& file, std::string_view type, size_t rows) { npyRecordsHeader(file, "'" + std::string(type) + "'", rows); }

void write::npyRecordsHeader(TextFile& file, std::string_view description, size_t rows) {
  putHeader(file, "{'descr': " + std::string(description) + ", 'fortran_order': False, 'shape': (" + std::to_string(rows) + ",), }");
}

}  // namespace arete
