// What people call the choices of a parameter: files and flags have their ids.
#pragma once

#include <string>

#include "compute/core/param_info.h"

namespace arete {

/// "Auto", "By point": of the choice of that number.
std::string choiceWords(const ParamInfo& info, size_t choice);
/// The help with these words in the place of ids.
std::string helpInWords(const ParamInfo& info);
/// `help` with other words for the choices.
std::string helpInWords(std::string help, const ParamInfo& info, std::string (*words)(const ParamInfo& info, size_t choice));

}  // namespace arete
