// What the window calls the choices of a parameter, and its help, in its language.
#pragma once

#include <string>

#include "compute/core/param_info.h"

namespace arete {

/// choiceWords in the language.
std::string choiceText(const ParamInfo& info, size_t choice);
/// Its help with these words in the place of ids.
std::string helpText(const ParamInfo& info);
/// "“field”", with the quotation marks of the language.
std::string quoted(std::string_view text);

}  // namespace arete
