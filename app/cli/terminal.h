// How wide lines may be, and how much is said.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace arete::cli {

/// Columns of the terminal that the file descriptor is; else of the variable COLUMNS; else `otherwise`.
size_t terminalWidth(int descriptor, size_t otherwise);
/// The first `columns` characters of UTF-8.
std::string_view cutTo(std::string_view text, size_t columns);

/// quiet: neither progress nor remarks; verbose: what is being done as lines, on any standard error. Warnings and errors are said in any case.
enum class Talk { quiet, normal, verbose };
/// The command line sets it once for the process, before the command runs.
void setTalk(Talk talk);
Talk talk();

/// A line on standard error that is no warning: what was decided where nobody did.
void remark(std::string_view text);
/// From here on nothing reaches standard output.
void silenceOutput();

}  // namespace arete::cli
