#include "compute/core/choice_words.h"

#include <algorithm>
#include <iterator>

namespace arete {

namespace {

/// Ids that say too little alone; all others are words, and begin with a capital.
struct Row {
  std::string_view parameter, choice, words;
};
constexpr Row kRows[] = {
    {"cloud_layout", "row", "By point"},
    {"cloud_layout", "column", "By axis"},
    {"chosen_layout", "row", "By point"},
    {"chosen_layout", "column", "By axis"},
    {"tile_detection", "whole", "Off"},
    {"tile_detection", "local", "Separate tiles"},
    {"tile_detection", "hybrid", "Shared thinning"},
    {"tile_kind", "local", "Tight"},
    {"tile_kind", "grouped", "With touching tiles"},
    {"tile_kind", "extended", "With all within R1"},
    {"tile_histogram", "block", "Per block"},
    {"tile_histogram", "global", "In one place"},
    {"smoothing", "decimate-then-evolve", "Decimate, then evolve"},
    {"smoothing", "evolve-then-decimate", "Evolve, then decimate"},
    {"move_rule", "thesis", "As in the thesis"},
    {"partition", "space", "By region"},
    {"partition", "dealt", "In turn"},
    {"gpu_exchange", "direct", "Direct reading"},
};

}  // namespace

std::string choiceWords(const ParamInfo& info, size_t choice) {
  const std::string_view id = info.choices[choice];
  if (id == "automatic" || id == "auto") return "Auto";
  const auto row = std::ranges::find_if(kRows, [&](const Row& each) { return each.parameter == info.id && each.choice == id; });
  std::string words(row == std::end(kRows) ? id : row->words);
  const bool isSymbol = words.size() > 1 && words[1] == ' ';  // "k nearest"
  if (words[0] >= 'a' && words[0] <= 'z' && !isSymbol) words[0] = char(words[0] - 'a' + 'A');
  return words;
}

std::string helpInWords(const ParamInfo& info) {
  return helpInWords(std::string(info.help), info, [](const ParamInfo& of, size_t choice) { return "“" + choiceWords(of, choice) + "”"; });
}

std::string helpInWords(std::string help, const ParamInfo& info, std::string (*wordsOf)(const ParamInfo&, size_t)) {
  for (size_t i = 0; i < info.choices.size(); ++i) {
    const std::string id = "'" + std::string(info.choices[i]) + "'", words = wordsOf(info, i);
    for (size_t at = help.find(id); at != help.npos; at = help.find(id, at + words.size())) help.replace(at, id.size(), words);
  }
  return help;
}

}  // namespace arete
