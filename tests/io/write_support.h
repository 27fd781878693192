// A folder of one's own, text in and out of it, and curves to write.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "compute/core/curve.h"
#include "compute/core/error.h"

namespace arete::test {

namespace fs = std::filesystem;

/// Made new for each test, gone after it.
struct TemporaryFolder : testing::Test {
  fs::path folder;

  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "arete-test-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder = name;
  }
  void TearDown() override {
    fs::permissions(folder, fs::perms::owner_all);
    fs::remove_all(folder);
  }

  fs::path put(const std::string& name, const std::string& text) const {
    fs::remove(folder / name);  // some file systems flush a file that is truncated, which takes milliseconds
    std::ofstream(folder / name, std::ios::binary) << text;
    return folder / name;
  }
  static std::string get(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    EXPECT_TRUE(file) << path;
    return {std::istreambuf_iterator<char>(file), {}};
  }
  size_t filesInFolder() const { return size_t(std::distance(fs::directory_iterator(folder), fs::directory_iterator())); }
};

/// The error that `f` throws; fails the test when there is none.
template <class F>
Error errorOf(F&& f) {
  try {
    f();
  } catch (const Error& error) {
    return error;
  }
  ADD_FAILURE() << "no error";
  return Error(ErrorKind::internal, "", "", "");
}

/// A square (closed), a Y (three open lines that meet) and a lonely point: d coordinates that take all 24 or 53 bits.
inline Curve awkwardCurve(Scalar scalar, int dimension) {
  const double xy[][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}, {5, 5}, {6, 6}, {7, 5}, {6, 8}, {-3, 1e-7}};
  PointArray nodes(scalar, dimension, uint32_t(std::size(xy)));
  for (uint32_t i = 0; i < nodes.size(); ++i)
    for (int k = 0; k < dimension; ++k) nodes.setCoordinate(i, k, (k < 2 ? xy[i][k] : i + k) / 3 + 0.1 * k);
  return makeCurve(std::move(nodes), {{0, 1}, {1, 2}, {2, 3}, {0, 3}, {4, 5}, {5, 6}, {5, 7}});
}

/// The Y alone, for formats that take no loops.
inline Curve awkwardTree(Scalar scalar, int dimension) { return makeCurve(awkwardCurve(scalar, dimension).nodes, {{4, 5}, {5, 6}, {5, 7}}); }

}  // namespace arete::test
