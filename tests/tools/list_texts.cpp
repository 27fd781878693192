// Prints the texts of the tables (table_texts.h) as a list of gettext; scripts/translations joins it with those of the sources.
#include <cstdio>

#include "tests/support/table_texts.h"

static std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '\n') {
      result += "\\n";
      continue;
    }
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

int main() {
  std::puts("msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=UTF-8\\n\"\n");
  for (const auto& [place, english] : arete::TableTexts().texts)
    std::printf("#. %s\nmsgid %s\nmsgstr \"\"\n\n", place.c_str(), quoted(english).c_str());
}
