#include "compute/io/write/npy_header_text.h"

#include <string>

namespace arete {

// Source: NumPy's "NPY format", version 1.0: magic, version, length of the header, header; their sum a multiple of 64.
void write::npyHeader(TextFile& file, std::string_view type, size_t rows, size_t columns) {
  constexpr size_t kBeforeHeader = 10, kAlignment = 64, kByte = 256;
  std::string header =
      "{'descr': '" + std::string(type) + "', 'fortran_order': False, 'shape': (" + std::to_string(rows) + ", " + std::to_string(columns) + "), }";
  while ((kBeforeHeader + header.size() + 1) % kAlignment != 0) header += ' ';
  header += '\n';
  file.put(std::string_view("\x93NUMPY\x01\x00", 8), char(header.size() % kByte), char(header.size() / kByte), header);
}

}  // namespace arete
