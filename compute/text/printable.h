// Text from elsewhere, such as names of files, for terminals and logs: what would colour, move or overwrite other text is shown instead of done.
#pragma once

#include <string>
#include <string_view>

namespace arete {

/// Control characters, and bytes that are no UTF-8, as \x1b.
std::string printable(std::string_view text);
/// The same of a text whose lines are meant.
std::string printableLines(std::string_view text);

}  // namespace arete
