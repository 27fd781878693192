// Translates hints into the words of the window: those of compute name the flags of arete-cli, as every door but this one does.
#pragma once

#include <string>

#include "compute/core/error.h"

namespace arete {

/// "give it with --dim, e.g. --dim 3" → "give it with “Dimension”, e.g. “Dimension” 3 (File › Open with Options…)". Where the fields are is said
/// once, at the end. Text without flags stays as it is.
std::string inWindowWords(std::string text);
/// All parts of an error.
Error inWindowWords(const Error& error);
/// Whether its hint is about what Open with Options asks.
bool isAboutReading(const Error& error);
/// Errors appear within a line elsewhere; here they begin one.
std::string asSentence(std::string text);
/// The same as sentences: what failed and why, then what to do in a line of its own.
std::string textInWindow(const Error& error);

}  // namespace arete
