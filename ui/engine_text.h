// Sentences of the engine in the language of the window. The engine composes them in English, as they go into reports and to the command line too; so
// the keys of their translations have %1, %2 … in the place of their numbers, in the order in which these stand there.
#pragma once

#include <string>
#include <string_view>

#include "compute/catalog/version.h"

namespace arete {

/// A name that the engine makes of others: "Brute force, GPU", "Evolve: versions".
std::string engineName(std::string_view english);
/// Sentence by sentence; those that the table lacks stay English.
std::string engineText(std::string_view english);
/// A part of an error (what failed, why, what to do), by the texts that the engine's sources have (ui/error_texts.h).
std::string errorText(std::string_view english);
/// The name of a version for menus: marked where it is inexact, or the user's.
std::string versionName(const Version& version);

}  // namespace arete
