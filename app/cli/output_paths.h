// What is wrong with the names of files that a command is to write, found out before the work.
#pragma once

#include <span>
#include <string>

namespace arete::cli {

/// Throws Error(wrongUse) when an output is one of the inputs (it would be replaced by what was made from it) or two outputs are one
/// file, also through links and other spellings. Empty names, "-" and devices don't count.
void refuseSameFiles(std::span<const std::string> inputs, std::span<const std::string> outputs);

}  // namespace arete::cli
