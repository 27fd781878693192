#include "app/window/window_words.h"

#include <string_view>

namespace arete {

namespace {

struct WordRow {
  std::string_view flag, field;
  std::string_view place;  ///< where the field is; "" for what says that itself
};
constexpr std::string_view kOpenOptions = "File > Open with Options…", kPanel = "panel at the right, or Algorithm > Edit Parameters…";
constexpr WordRow kWords[] = {{"--dim", "“Dimension”", kOpenOptions},
                              {"--columns", "“Coordinate columns”", kOpenOptions},
                              {"--r1", "R1", kPanel},
                              {"--r2", "R2", kPanel},
                              {"info shows", "the panel Filter shows", ""}};

}  // namespace

/// "with --dim, e.g. --dim 3": the field contains only the 3.
static void dropFlagOfExample(std::string& sentence, std::string_view flag) {
  const std::string example = "e.g. " + std::string(flag) + " ";
  const size_t at = sentence.find(example);
  if (at != sentence.npos) sentence.replace(at, example.size(), "e.g. ");
}

std::string inWindowWords(std::string sentence) {
  std::string_view place;
  for (const WordRow& row : kWords) {
    dropFlagOfExample(sentence, row.flag);
    for (size_t at = sentence.find(row.flag); at != sentence.npos; at = sentence.find(row.flag, at + row.field.size())) {
      sentence.replace(at, row.flag.size(), row.field);
      place = row.place;
    }
  }
  if (!place.empty()) sentence.append(" (").append(place).append(")");
  return sentence;
}

}  // namespace arete
