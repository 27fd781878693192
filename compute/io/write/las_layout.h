// Where a LAS record keeps what, and which point format holds the attributes of a cloud to the bit.
// Source: ASPRS LAS Specification 1.4 R15, tables 7 to 16 and 24.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "compute/core/point_cloud.h"

namespace arete::write {

enum class LasType : uint8_t { uint8, int8, uint16, int16, float64 };

/// An attribute in the record: value = number · unit, the number at `offset`, `shift` bits up.
struct LasField {
  const Attribute* attribute;
  LasType type;
  size_t offset;
  int shift = 0;
  double unit = 1;
};

struct LasLayout {
  int format = 0;                       ///< 0…3 (LAS 1.2) or 6…8 (LAS 1.4)
  size_t recordBytes = 0;               ///< with the extra ones
  std::vector<LasField> fields;         ///< behind X, Y, Z
  std::vector<std::string> extraNames;  ///< of doubles at the end of a record, in order
  std::vector<std::string> warnings;

  bool isNew() const { return format >= 6; }
};

/// The oldest format that holds all values: what came from one goes back into it. What no field holds becomes extra bytes, a double each.
LasLayout lasLayout(std::span<const Attribute> attributes);

}  // namespace arete::write
