// A file from the disk, which is read piece by piece, gives what the same bytes in memory give: points, attributes, warnings and refusals.
#include <algorithm>
#include <functional>
#include <map>
#include <span>

#include "tests/io/same_file.h"
#include "tests/io/text_table.h"
#include "tests/io/write_support.h"
#include "tests/support/samples.h"
#include "tests/support/zoo.h"

namespace arete {
namespace {

constexpr int kRows = 150'000;  // of text: over the megabyte that is looked at first, and several pieces

struct ReadPieces : test::TemporaryFolder {
  void expectSame(const std::string& name, const std::string& content, const ReadOptions& options = {}) const {
    SCOPED_TRACE(name);
    const auto path = put(name, content);
    test::expectSame(test::outcomeOf([&] { return readCloud(path, options); }),
                     test::outcomeOf([&] { return readCloud(std::as_bytes(std::span(content)), path.string(), options); }));
  }
};

std::string rows(std::string_view end, const std::function<std::string(int)>& odd = {}) { return test::textTable(kRows, end, odd); }

// Found by fuzzing: the zeros of UTF-16 were taken for what is wrong with any file in it.
TEST_F(ReadPieces, DamagedUtf16IsRefusedForWhatIsWrongWithIt) {
  for (const auto& [name, text] : std::map<std::string, std::string>{{"a.obj", "v 1 2 3\nv 4 5\n"}, {"a.xyz", "no number\n"}}) {
    std::string wide = "\xFF\xFE";
    for (const char c : text) wide += {c, '\0'};
    expectSame(name, wide);
  }
}

TEST_F(ReadPieces, TextIsTheSameWhateverEndsItsLines) {
  for (const std::string_view end : {"\n", "\r\n", "\r"}) expectSame("a.csv", rows(end));
  expectSame("bom.csv", "\xEF\xBB\xBF" + rows("\n"));
  std::string wide = "\xFF\xFE";
  for (const char c : rows("\n")) wide += {c, '\0'};
  expectSame("utf16.csv", wide);
}

TEST_F(ReadPieces, BrokenRowsAndMissingValuesAreToldAlike) {
  expectSame("broken.csv", rows("\n", [](int i) { return i % 9'000 == 8'999 ? "1,2,three,4" : i % 7'000 == 6'999 ? "1,2,nan,4" : ""; }));
  expectSame("short.csv", rows("\n", [](int i) { return i % 11 == 5 ? "1,2,3" : i % 13 == 0 ? "# " + std::string(5'000, 'a') : ""; }));
  expectSame("large.csv", rows("\n", [](int i) { return i == kRows - 5 ? "1,2,1e999,4" : ""; }));
  expectSame("squared.csv", rows("\n", [](int i) { return i == kRows - 5 ? "1,2,-1e200,4" : ""; }));
  expectSame("line.csv", rows("\n", [](int i) { return i == kRows - 5 ? std::string(kRows, '1') : ""; }));
}

TEST_F(ReadPieces, ANulByteIsWhatIsWrongWhereverItStands) {
  std::string text = rows("\n");
  text[text.size() - 100] = '\0';
  expectSame("nul.csv", text);
  expectSame("nul.obj", text);
  expectSame("both.csv", text.insert(2'000, "1,1e999,1,1\n"));
}

TEST_F(ReadPieces, MeshesAndTheirFacesAreTheSame) {
  std::string obj;
  for (int i = 0; i < kRows; ++i) obj += "v " + std::to_string(i) + " 1.5 " + std::to_string(i % 100) + "\n" + (i > 2 ? "f -1 -2 -3\n" : "");
  expectSame("mesh.obj", obj);
  expectSame("broken.obj", obj + "f 1 2 9999999\nw 1\n");
  const std::string head = "ply\nformat ascii 1.0\nelement vertex " + std::to_string(kRows) +
                           "\nproperty float x\nproperty float y\nelement face 2\nproperty list uchar int vertex_indices\nend_header\n";
  std::string vertices;
  for (int i = 0; i < kRows; ++i) vertices += std::to_string(i) + " " + std::to_string(i % 10) + ".25\n";
  expectSame("mesh.ply", head + vertices + "3 1 2 3\n3 1 2 -4\n");
  expectSame("cut.ply", head + vertices.substr(0, vertices.size() / 2));
  for (const std::endian order : {std::endian::little, std::endian::big}) {
    Bytes bytes("ply\nformat binary_" + std::string(order == std::endian::big ? "big" : "little") + "_endian 1.0\nelement vertex " +
                std::to_string(kRows) + "\nproperty float x\nproperty list uchar short odd\nproperty double y\nend_header\n");
    for (int i = 0; i < kRows; ++i) {
      bytes.put(float(i), order).put(uint8_t(i % 3));
      for (int n = 0; n < i % 3; ++n) bytes.put(int16_t(n), order);
      bytes.put(i * 0.1, order);
    }
    expectSame("lists.ply", bytes.string());
    expectSame("cut.ply", bytes.string().substr(0, bytes.string().size() - 3));
  }
}

TEST_F(ReadPieces, PcdIsTheSameInText) {
  const std::string size = "WIDTH " + std::to_string(kRows) + "\nHEIGHT 1\nPOINTS " + std::to_string(kRows) + "\n";
  std::string text = pcd("ascii\n", "FIELDS x y z rgb\nSIZE 4 4 4 4\nTYPE F F F U\nCOUNT 1 1 1 1\n", size);
  for (int i = 0; i < kRows; ++i) text += std::to_string(i) + ".5 nan " + std::to_string(i % 9) + " 16711680\n" + (i % 3 ? "" : "\n");
  expectSame("nan.pcd", text);
  expectSame("cut.pcd", text.substr(0, text.size() - 40));
  expectSame("more.pcd", text + "1 2 3 4\n");
}

TEST_F(ReadPieces, CompressedPcdIsTheSame) {
  const std::string size = "WIDTH " + std::to_string(kRows) + "\nHEIGHT 1\nPOINTS " + std::to_string(kRows) + "\n";
  Bytes unpacked, packed;
  for (int i = 0; i < 3 * kRows; ++i) unpacked.put(i % 1001 == 7 ? std::nanf("") : float(i % 977) * 1.5f);
  constexpr size_t kLiteral = 32;  // the most that one control byte takes as they are
  for (size_t at = 0; at < unpacked.string().size(); at += kLiteral) {
    const std::string piece = unpacked.string().substr(at, kLiteral);
    packed.put(uint8_t(piece.size() - 1)).text(piece);
  }
  Bytes file(pcd("binary_compressed\n", "FIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nCOUNT 1 1 1\n", size));
  file.put(uint32_t(packed.string().size())).put(uint32_t(unpacked.string().size())).text(packed.string());
  expectSame("cloud.pcd", file.string());
  expectSame("cut.pcd", file.string().substr(0, file.string().size() - 9));
  expectSame("damaged.pcd", file.at<uint8_t>(file.string().size() - 5'000, 255).string());
}

TEST_F(ReadPieces, BinaryRowsAreTheSameWhereCoordinatesAreMissing) {
  std::vector<float> numbers;
  for (int i = 0; i < 3 * kRows; ++i) numbers.push_back(i % 1001 == 0 ? std::nanf("") : float(i % 977) * 1.5f);
  const std::string shape = "(" + std::to_string(kRows) + ", 3)", across = "(3, " + std::to_string(kRows) + ")";
  expectSame("rows.npy", npy(plain("<f4", shape), numbers));
  expectSame("columns.npy", npy(plain("<f4", shape, true), numbers), {.columns = {"3", "1"}});
  expectSame("across.npy", npy(plain("<f4", across), numbers), {.dimension = 3});
  expectSame("cloud.las", las(kRows, 6, 30, 4).string());
  expectSame("cut.las", las(kRows, 6, 30, 4).string().substr(0, 2'000'000));
}

}  // namespace
}  // namespace arete
