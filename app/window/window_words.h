// Translates hints into the words of the window: those of compute name the flags of arete-cli.
#pragma once

#include <string>

namespace arete {

/// "give it with --dim, e.g. --dim 3" → "give it with “Dimension”, e.g. “Dimension” 3 (File > Open with Options…)".
std::string inWindowWords(std::string sentence);

}  // namespace arete
