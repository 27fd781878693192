// The panels in German, and sentences of the engine in it.
#include <cctype>
#include <map>

#include "compute/catalog/version.h"
#include "compute/engine/direct_radius.h"
#include "compute/text/translate.h"
#include "tests/support/table_texts.h"
#include "tests/ui/panels_fixture.h"
#include "translations.h"
#include "ui/engine_text.h"
#include "ui/error_texts.h"
#include "ui/key_bindings.h"
#include "ui/numbers.h"
#include "ui/parameter_words.h"
#include "ui/window_words.h"

using namespace arete;

namespace {

class German : public Panels {
 protected:
  German() {
    for (const auto& [code, table] : translations::tables())
      if (code == "de") EXPECT_TRUE(setTranslations(table));
  }
  ~German() override { setTranslations({}); }
};

TEST_F(German, AnEmptyWindowSpeaksIt) {
  input_.activity = Activity::empty;
  input_.frame = nullptr;
  EXPECT_FALSE(pointAt("##empty", "Open…"));
  ASSERT_TRUE(pointAt("##empty", "Öffnen…"));
  EXPECT_EQ(click().actions, std::vector{Action::openFile});
}

TEST_F(German, TheAtlasHasEverySignOfTheTexts) {
  setSize(1024, 640, 1);
  const ImFont& font = *ImGui::GetIO().Fonts->Fonts[0];
  for (const ImWchar sign : {0xC4, 0xD6, 0xDC, 0xE4, 0xF6, 0xFC, 0xDF, 0x201E, 0x201C, 0x2019, 0x2013, 0x2026, 0x203A, 0xD7, 0xB7, 0x2212})
    EXPECT_NE(font.FindGlyphNoFallback(sign), nullptr) << std::hex << int(sign);
}

TEST_F(German, NumbersLookAsInEnglish) {
  EXPECT_EQ(formatMilliseconds(1420), "1.42 s");
  EXPECT_EQ(formatCount(12034, "%1 point", "%1 points"), "12\u2009034 Punkte");
  EXPECT_EQ(formatBytes(12'300'000), "12.3 MB");
}

TEST_F(German, KeysHaveTheNamesThatAreOnThem) {
  EXPECT_EQ(keyNames("Ctrl+Shift+Z, Ctrl+Y"), "Strg+Umschalt+Z, Strg+Y");
  EXPECT_EQ(keyNames("+, ="), "+, =");
  EXPECT_EQ(keyNames("Right"), "Rechts");
}

TEST_F(German, ChoicesAreNamedInHelpsAsInLists) {
  for (const ParamInfo* info : allParameters())
    for (size_t i = 0; i < info->choices.size(); ++i)
      if (info->help.find("'" + std::string(info->choices[i]) + "'") != std::string_view::npos)
        EXPECT_NE(helpText(*info).find("„" + choiceText(*info, i) + "“"), std::string::npos) << info->id << ": " << info->choices[i];
}

TEST_F(German, SentencesOfTheEngineKeepTheirNumbers) {
  EXPECT_EQ(engineText("Try a larger R1, about 0.25."), "Ein größeres R1 versuchen, etwa 0.25.");
  EXPECT_EQ(engineText("Up to a radius of 1e-05 the cloud looks like a surface; R1 follows from how wide it is there. Something new, of 3."),
            "Bis zu einem Radius von 1e-05 sieht die Wolke wie eine Fläche aus; R1 folgt daraus, wie breit sie dort ist. Something new, of 3.");
}

TEST_F(German, ErrorsKeepTheirValuesAndTheLongestTextThatFits) {
  EXPECT_EQ(errorText("the file ends after 3 of 10 points"), "die Datei endet nach 3 von 10 Punkten");
  EXPECT_EQ(errorText("the file ends after 3 of 10 lines of vertex"), "die Datei endet nach 3 von 10 Zeilen von vertex");
  EXPECT_EQ(errorText("a finite number is expected here"), "hier wird erwartet: eine endliche Zahl");
  EXPECT_EQ(errorText("\"EPSG:1\" is not understood: no number"), "„EPSG:1“ wird nicht verstanden: no number");
  EXPECT_EQ(errorText("something that no source says"), "something that no source says");
  EXPECT_EQ(errorText("it read or wrote 8 bytes behind the end of 'nearest'; it printed: so far"),
            "sie las oder schrieb 8 Byte hinter dem Ende von 'nearest'; sie gab aus: so far");
  EXPECT_EQ(errorText("point 31 at distance 8.3399 belongs to chosen point 2, yours says 7; a tie goes to the lower number"),
            "Punkt 31 gehört im Abstand 8.3399 zum gewählten Punkt 2, Ihre Version nennt 7; bei gleichem Abstand gilt die kleinere Nummer");
  EXPECT_EQ(errorText(""), "");
}

TEST_F(German, HintsOfErrorsNameTheFieldsOfTheWindow) {
  const Error error(ErrorKind::badInput, "cannot read this file", "a.txt", "column 'x' has no numbers", "name the coordinates with --columns");
  EXPECT_EQ(textInWindow(error),
            "Diese Datei lässt sich nicht lesen: a.txt: Spalte „x“ hat keine Zahlen.\nDie Koordinaten mit „Koordinatenspalten“ angeben "
            "(Datei › Öffnen mit Optionen…).");
  EXPECT_TRUE(isAboutReading(error));
}

/// ui/error_texts.h is made from the sources of the engine; scripts/translations --check, a test too, fails where it is not what they say.
TEST_F(German, EveryTextOfAnErrorOfTheEngineIsKnown) {
  for (const char* pattern : kErrorTexts) {
    const std::string english = filled(pattern, "11", "22", "33", "44"), german = errorText(english);
    EXPECT_NE(german, english);
    for (const std::string_view value : {"11", "22", "33", "44"})
      EXPECT_TRUE(english.find(value) == std::string::npos || german.find(value) != std::string::npos) << english << ": " << german;
    const std::string shown = inWindowWords(german);
    EXPECT_EQ(shown.find("arete-cli"), std::string::npos) << shown;
  }
}

TEST_F(German, NamesThatAreMadeOfOthersAreTranslatedInParts) {
  EXPECT_EQ(engineName("Brute force, GPU"), "Alle Paare, GPU");
  EXPECT_EQ(engineName("Brute force, loop on the GPU, GPU"), "Alle Paare, Schleife auf der GPU, GPU");
  EXPECT_EQ(engineName("Evolve: versions"), "Entwickeln: Versionen");
  EXPECT_EQ(engineName("Repeat 2 of 3: Brute force, GPU, step 4"), "Wiederholung 2 von 3: Alle Paare, GPU, Schritt 4");
  EXPECT_EQ(engineText("CPU, 8 threads (A name, 2.4 GHz)"), "CPU, 8 Threads (A name, 2.4 GHz)");
}

TEST_F(German, EveryReasonOfASuggestedRadiusIsKnown) {
  for (const RadiusSign sign : {RadiusSign::curves, RadiusSign::sheets}) {
    const CloudRadius seen{.sign = sign, .r1 = 0.2, .linear = 1};
    const auto suggestion = suggestionOf(seen);
    ASSERT_TRUE(suggestion);
    for (const std::string& text : {suggestion->reason, suggestion->doubt})
      if (const std::string english = inWindowWords(text); !english.empty()) EXPECT_NE(engineText(english), english);
  }
}

TEST_F(German, NoTwoEntriesOfAMenuHaveTheSameMnemonic) {
  std::map<std::string, std::map<char, std::string>> taken;  // by menu
  const auto take = [&](const std::string& menu, std::string_view english) {
    const std::string text(tr(english));
    const size_t at = text.find('&');
    if (at == text.npos || at + 1 >= text.size()) return;
    const char letter = char(std::tolower(static_cast<unsigned char>(text[at + 1])));
    const auto [other, isNew] = taken[menu].emplace(letter, text);
    EXPECT_TRUE(isNew || other->second == text) << menu << ": " << text << " and " << other->second;
  };
  for (const ActionInfo& row : actions()) {
    const std::string menu(row.menu);
    take(menu, row.text);
    const size_t slash = menu.find('/');
    take("", "&" + menu.substr(0, slash));
    if (slash != menu.npos) take(menu.substr(0, slash), "&" + menu.substr(slash + 1));
  }
}

TEST_F(German, NothingOfTheLabIsCutOffThatIsWholeInEnglish) {
  input_.frame = frames().end;
  openTab(PanelTab::lab);
  setSize(1600, 1000, 1);
  settle();
  const int german = ellipses();
  setTranslations({});
  settle();
  EXPECT_GT(ellipses(), 0) << "the names of dialogs";
  EXPECT_EQ(german, ellipses());
}

}  // namespace
