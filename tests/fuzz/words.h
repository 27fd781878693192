// Changes of text that know words, numbers and lines: headers, tables, JSON.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "tests/fuzz/random.h"

namespace arete::fuzz {

/// Numbers at which programs go wrong, as text: ends of integer types, no numbers, too large ones.
std::string_view awkwardNumber(Random& random);
/// The same as bytes of a whole number or, with 8 bytes and by chance, of a double.
uint64_t awkwardBits(Random& random);

/// Changes one word or one line of text[begin, end): another number, another word of `dictionary`, left out, doubled, changed places.
void changeText(std::string& text, size_t begin, size_t end, std::span<const std::string_view> dictionary, Random& random);

}  // namespace arete::fuzz
