// What `arete-cli` is told to repeat a detection: the way back from values to the flags that set them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compute/io/session_file.h"

namespace arete {

/// "--max-iterations".
std::string flagName(const ParamInfo& info);
/// "--evolve"; with "-version" for the stages of networks, whose names are words that other flags want: thin, background.
std::string versionFlag(Stage stage);
/// The same by another name of the stage.
std::string versionFlag(Stage stage, std::string_view called);

/// Words of a command line: the files, and the flags whose values are not those that hold without them. Given to a command that detects
/// (`detect`, `sweep`), they make the same cloud and the same job. Nothing where flags cannot say it: areas drawn on the picture, edits, a filter
/// that keeps nothing. A session file says those.
std::optional<std::vector<std::string>> detectWords(const SessionFile& session);

/// The words as a shell reads them, each quoted where it must be.
std::string shellLine(const std::vector<std::string>& words);

}  // namespace arete
