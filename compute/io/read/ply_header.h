// The header of a PLY file: elements and their properties.
#pragma once

#include <vector>

#include "compute/core/scalar_type.h"
#include "compute/io/read/source.h"

namespace arete {

struct PlyProperty {
  std::string name;
  ScalarType type = ScalarType::float32;
  bool isList = false;
  ScalarType countType = ScalarType::uint8;  ///< of a list's length
};

struct PlyElement {
  std::string name;
  uint64_t count = 0;
  std::vector<PlyProperty> properties;

  bool hasLists() const;
  /// Bytes of a binary row without lists.
  uint64_t rowBytes() const;
};

enum class PlyEncoding : uint8_t { ascii, littleEndian, bigEndian };

struct PlyHeader {
  PlyEncoding encoding = PlyEncoding::ascii;
  std::vector<PlyElement> elements;
  uint64_t dataBegin = 0;  ///< byte after end_header and its line end
  uint64_t lines = 0;      ///< of the header
  bool ours = false;       ///< its comment says that this program wrote it
};

PlyHeader readPlyHeader(const Source& source);

}  // namespace arete
