// The header of a PCD file.
#pragma once

#include <vector>

#include "compute/core/scalar_type.h"
#include "compute/io/read/source.h"

namespace arete {

struct PcdField {
  std::string name;
  ScalarType type = ScalarType::float32;
  uint64_t count = 1;   ///< values per point
  uint64_t offset = 0;  ///< bytes into a row
  uint64_t bytes() const { return sizeOf(type) * count; }
};

enum class PcdEncoding : uint8_t { ascii, binary, compressed };

struct PcdHeader {
  std::vector<PcdField> fields;
  uint64_t points = 0;
  uint64_t rowBytes = 0, rowValues = 0;
  PcdEncoding encoding = PcdEncoding::ascii;
  uint64_t dataBegin = 0, lines = 0;
};

PcdHeader readPcdHeader(const Source& source);

}  // namespace arete
