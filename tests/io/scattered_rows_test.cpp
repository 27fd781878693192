// Rows that come in any order go out in order, in memory or through a file.
#include <cstring>
#include <numeric>

#include "compute/io/scattered_rows.h"
#include "compute/io/write_table.h"
#include "tests/io/write_support.h"
#include "tests/support/zoo.h"

namespace arete {
namespace {

struct ScatteredRowsTest : test::TemporaryFolder {};

TEST_F(ScatteredRowsTest, ComeOutInOrder) {
  constexpr uint32_t kRows = 10'000;
  for (const size_t memory_bytes : {size_t(1) << 30, size_t(64) << 10, size_t(4) << 10, size_t(1)}) {
    std::vector<uint32_t> order(kRows);
    std::iota(order.begin(), order.end(), 0);
    test::Random random(7);
    for (uint32_t i = kRows; i-- > 1;) std::swap(order[i], order[random.below(i + 1)]);
    ScatteredRows rows(kRows, 3 * sizeof(uint32_t), memory_bytes, folder);
    for (const uint32_t row : order) {
      const uint32_t values[] = {row, row ^ 0x55, 7 * row};
      rows.put(row, std::as_bytes(std::span(values)));
    }
    EXPECT_EQ(filesInFolder(), 0u);  // what it needs has no name
    uint32_t next = 0;
    rows.giveInOrder(
        [&](uint32_t first, std::span<const std::byte> bytes) {
          ASSERT_EQ(first, next);
          std::vector<uint32_t> values(bytes.size() / sizeof(uint32_t));
          std::memcpy(values.data(), bytes.data(), bytes.size());
          for (size_t i = 0; i < values.size(); i += 3, ++next) {
            ASSERT_EQ(values[i], next);
            ASSERT_EQ(values[i + 1], next ^ 0x55);
            ASSERT_EQ(values[i + 2], 7 * next);
          }
        },
        {});
    EXPECT_EQ(next, kRows);
  }
}

TEST_F(ScatteredRowsTest, TablesWrittenInPiecesAreThoseWrittenAtOnce) {
  std::vector<float> values(9000);
  std::iota(values.begin(), values.end(), 0.5f);
  for (const char* name : {"table.npy", "table.csv"}) {
    writeTable(folder / name, {std::span<const float>(values), 3, "v"});
    const std::string expected = get(folder / name);
    TableWriter writer(folder / name, 3000, {std::span<const float>(), 3, "v"});
    for (size_t begin = 0; begin < values.size(); begin += 900) writer.put(std::span<const float>(values).subspan(begin, 900));
    writer.commit();
    EXPECT_EQ(get(folder / name), expected);
  }
}

}  // namespace
}  // namespace arete
