// The table of texts in another language, as msgfmt makes it.
#include "compute/text/translate.h"

#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <string>

namespace arete {

/// A table of these texts in the format of msgfmt, with the description of German.
static std::string tableOf(std::map<std::string, std::string> texts, const std::string& plural = "n != 1") {
  texts[""] = "Plural-Forms: nplurals=2; plural=(" + plural + ");\n";
  std::string lists, bytes;
  const auto count = uint32_t(texts.size());
  const auto put = [](std::string& to, uint32_t word) { to.append(reinterpret_cast<const char*>(&word), sizeof(word)); };
  uint32_t at = 28 + 16 * count;
  for (const bool translation : {false, true})
    for (const auto& [english, other] : texts) {
      const std::string& text = translation ? other : english;
      put(lists, uint32_t(text.size()));
      put(lists, at + uint32_t(bytes.size()));
      bytes += text + '\0';
    }
  std::string table;
  for (const uint32_t word : {0x950412deU, 0U, count, 28U, 28 + 8 * count, 0U, 0U}) put(table, word);
  return table + lists + bytes;
}

class Translations : public testing::Test {
 protected:
  ~Translations() override { setTranslations({}); }
};

TEST_F(Translations, AreTheEnglishTextsWhileNoTableIsSet) {
  const char* const english = "Open";
  EXPECT_EQ(tr(english), english);
  EXPECT_EQ(tr(std::string_view("Open")), "Open");
  EXPECT_STREQ(trCount(1, "%1 node", "%1 nodes"), "%1 node");
  EXPECT_STREQ(trCount(0, "%1 node", "%1 nodes"), "%1 nodes");
}

TEST_F(Translations, AreFoundAndTheOthersStayEnglish) {
  const std::string table = tableOf({{"Open", "Öffnen"}, {"Close", "Schließen"}, {"Zoom", "Zoomen"}, {"a", "ein"}});
  ASSERT_TRUE(setTranslations(table));
  EXPECT_STREQ(tr("Open"), "Öffnen");
  EXPECT_STREQ(tr("Zoom"), "Zoomen");
  EXPECT_EQ(tr(std::string_view("Close the file", 5)), "Schließen");
  EXPECT_STREQ(tr("a"), "ein");
  for (const char* missing : {"", "Ope", "Opens", "0", "zz"}) EXPECT_STREQ(tr(missing), missing);
  EXPECT_EQ(tr(std::string_view()), "");
}

TEST_F(Translations, GoByTheNumberAsTheLanguageDoes) {
  using namespace std::string_literals;
  const std::string german = tableOf({{"%1 edge\0%1 edges"s, "%1 Kante\0%1 Kanten"s}});
  ASSERT_TRUE(setTranslations(german));
  EXPECT_STREQ(trCount(1, "%1 edge", "%1 edges"), "%1 Kante");
  for (const uint64_t count : {0, 2, 101}) EXPECT_STREQ(trCount(count, "%1 edge", "%1 edges"), "%1 Kanten");
  const std::string french = tableOf({{"%1 edge\0%1 edges"s, "%1 arête\0%1 arêtes"s}}, "n > 1");
  ASSERT_TRUE(setTranslations(french));
  EXPECT_STREQ(trCount(0, "%1 edge", "%1 edges"), "%1 arête");
  EXPECT_STREQ(trCount(2, "%1 edge", "%1 edges"), "%1 arêtes");
}

TEST_F(Translations, AreTakenFromNothingElseThanATable) {
  EXPECT_FALSE(setTranslations("msgid \"Open\" msgstr \"Öffnen\""));
  EXPECT_STREQ(tr("Open"), "Open");
}

TEST(Filled, PutsValuesWhereTheLanguageWantsThem) {
  EXPECT_EQ(filled("%1 of %2", "3", "12"), "3 of 12");
  EXPECT_EQ(filled("von %2 Punkten %1", std::string("3"), std::string_view("12")), "von 12 Punkten 3");
  EXPECT_EQ(filled("100 % of %1, %%, %2, %", "them"), "100 % of them, %%, %2, %") << "only the places that have a value";
  EXPECT_EQ(filled("%1", "%1"), "%1") << "a value is no pattern";
}

}  // namespace arete
