// The header of an NPY file: a Python dictionary of three keys, parsed by a small grammar and never evaluated.
#pragma once

#include <bit>
#include <optional>
#include <vector>

#include "compute/core/scalar_type.h"
#include "compute/io/read/source.h"

namespace arete {

struct NpyField {
  std::string name;                ///< empty for an array of plain numbers, and for padding
  std::optional<ScalarType> type;  ///< none for text, bytes, complex, time and other types, which are skipped
  std::endian order = std::endian::little;
  uint64_t count = 1;   ///< values, of a field that is an array itself
  uint64_t offset = 0;  ///< bytes into a record
};

struct NpyHeader {
  std::vector<NpyField> fields;  ///< one without a name, or those of a structured array
  bool structured = false;
  bool fortranOrder = false;
  std::vector<uint64_t> shape;
  uint64_t itemBytes = 0;
  uint64_t dataBegin = 0;
};

NpyHeader readNpyHeader(const Source& source);

}  // namespace arete
