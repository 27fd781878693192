// Names from elsewhere cannot colour, move or overwrite what a terminal shows.
#include "compute/text/printable.h"

#include <gtest/gtest.h>

#include "compute/core/error.h"

namespace arete {

TEST(Printable, ControlCharactersAreShownAndTextStays) {
  EXPECT_EQ(printable("\n\x1b[31mred\x1b]0;title\x07.ply"), "\\x0a\\x1b[31mred\\x1b]0;title\\x07.ply");
  EXPECT_EQ(printable(std::string_view("a\0b\x7f", 4)), "a\\x00b\\x7f");
  EXPECT_EQ(printable("\xc2\x9b"
                      "31m"),
            "\\xc2\\x9b31m")
      << "the control sequence introducer of 8 bits";
  for (const std::string text : {"", "plain.ply", "Ströme 1…16 · 点云 🗺.las", "a\\x1b"}) EXPECT_EQ(printable(text), text);
}

TEST(Printable, BytesThatAreNoUtf8AreShown) {
  for (const auto& [text, shown] : {std::pair("caf\xe9", "caf\\xe9"),
                                    {"\x9b", "\\x9b"},
                                    {"\xc0\x8a", "\\xc0\\x8a"},
                                    {"\xe0\x82\x9b", "\\xe0\\x82\\x9b"},
                                    {"\xed\xa0\x80", "\\xed\\xa0\\x80"},
                                    {"\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80"},
                                    {"\xe2\x80", "\\xe2\\x80"}})
    EXPECT_EQ(printable(text), shown);
}

TEST(Printable, EveryByteAloneAndBehindAnotherIsSafe) {
  for (int lead = 0; lead < 256; ++lead)
    for (int next = 0; next < 256; ++next) {
      const std::string shown = printable(std::string{char(lead), char(next)});
      for (const char each : shown) EXPECT_TRUE(uint8_t(each) >= 0x20 && each != 0x7f) << lead << ' ' << next;
      EXPECT_EQ(printable(shown), shown) << lead << ' ' << next;
    }
}

TEST(Printable, LinesStayWhereTheyAreMeant) { EXPECT_EQ(printableLines("a\n  b\r\x1b[K"), "a\n  b\\x0d\\x1b[K"); }

TEST(Printable, ErrorsShowWhatTheyName) {
  const Error error(ErrorKind::io, "cannot read", "\x1b[2J\n.ply", "reason\x07\nline", "hint");
  EXPECT_STREQ(error.what(), "cannot read: \\x1b[2J\\x0a.ply: reason\\x07\nline\n  hint: hint");
  EXPECT_EQ(error.where(), "\\x1b[2J\\x0a.ply");
}

}  // namespace arete
