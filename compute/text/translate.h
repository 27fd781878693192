// Texts of the window in another language. The English text in a source is the key, as gettext has it: tr("Open") is "Öffnen" where a table of German
// texts is set, and "Open" where none is. Only the window sets one, at its start: files, reports, errors and the command line are English everywhere.
// scripts/translations finds the texts by the names of these functions.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace arete {

/// Takes a table that msgfmt made, for all threads that begin afterwards; the bytes must stay. Empty: English. False where it is no such table.
bool setTranslations(std::string_view table);

/// In the language that is set; `english` itself where the table lacks it.
const char* tr(const char* english);
std::string_view tr(std::string_view english);
/// By the number that the text is about. English has two forms, others as many as the line Plural-Forms of their table says.
const char* trCount(uint64_t count, const char* one, const char* many);

/// Marks a text in a table for tr(), which is called where it is shown.
constexpr const char* mark(const char* english) { return english; }

/// "%2 of %1" with values in the places %1 … %9: their order is the language's.
std::string fillPlaces(std::string_view pattern, std::initializer_list<std::string_view> values);
template <class... Values>
std::string filled(std::string_view pattern, const Values&... values) {
  return fillPlaces(pattern, {std::string_view(values)...});
}

}  // namespace arete
