// Which keys do what now: the user's where there are any, else those of the table of actions. One set for the program, on the window's thread.
#pragma once

#include <string>
#include <string_view>

#include "ui/actions.h"

namespace arete {

/// QKeySequence portable text; several separated by ", "; "" for none.
std::string_view keysOf(Action action);
/// Whether they are not those of the table.
bool keysAreChanged(Action action);
/// "Ctrl+Right" in the words of the window's language.
std::string keyNames(std::string_view keys);
/// Those of the table are no change.
void setKeys(Action action, std::string keys);

}  // namespace arete
