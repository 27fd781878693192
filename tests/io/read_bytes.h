// Files written out in the tests, byte by byte, read.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "compute/core/error.h"
#include "compute/io/read_cloud.h"
#include "tests/support/bytes.h"

namespace arete {

/// Rows of random bits are withheld points, too.
inline const ReadOptions kAlsoWithheld{.withheld = true};

inline CloudFile readString(const std::string& content, std::string_view name, const ReadOptions& options = {}) {
  return readCloud(std::as_bytes(std::span(content)), name, options);
}

/// The whole sentence of the refusal; "" (and a failure) when the file is read.
inline std::string refusalOf(const std::string& content, std::string_view name, const ReadOptions& options = {}) {
  try {
    const CloudFile file = readString(content, name, options);
    ADD_FAILURE() << name << " was read, with " << file.pointsInFile << " points";
  } catch (const Error& error) {
    EXPECT_NE(error.where().find(name), std::string::npos) << error.what();
    return error.what();
  }
  return {};
}

/// All coordinates as they are in the file, row by row.
inline std::vector<double> rowsOf(const CloudFile& file) {
  std::vector<double> rows;
  for (uint32_t i = 0; i < file.cloud.size(); ++i)
    for (int k = 0; k < file.cloud.dimension(); ++k) rows.push_back(file.cloud.points().coordinate(i, k) + file.cloud.origin()[size_t(k)]);
  return rows;
}

inline std::vector<double> attributeOf(const CloudFile& file, std::string_view name) {
  for (const Attribute& attribute : file.cloud.attributes())
    if (attribute.name == name) return {attribute.values.begin(), attribute.values.end()};
  ADD_FAILURE() << "no attribute " << name;
  return {};
}

inline bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

inline bool warnsOf(const CloudFile& file, std::string_view part) {
  for (const std::string& warning : file.warnings)
    if (contains(warning, part)) return true;
  return false;
}

}  // namespace arete
